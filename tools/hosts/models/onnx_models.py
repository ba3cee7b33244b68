"""ONNX files as flat lists of nodes, on ONNX Runtime, OpenVINO and the reference evaluator.

Every node can be run alone: it becomes a model of one node, with the constants that it takes as initialisers.  In float64 the same is done
with every float32 made wider.  Constants are no nodes; nodes with subgraphs take what the subgraphs take from outside.
"""

import json
import os

import node_list
import worker as base

np = base.np
MOST_BYTES = 2 << 30
# Compiled nodes that are kept: each may hold threads of its own.
MOST_COMPILED = 96
FLOAT, DOUBLE = 1, 11


def quiet_onnxruntime(optimised):
    import onnxruntime
    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    levels = onnxruntime.GraphOptimizationLevel
    options.graph_optimization_level = levels.ORT_ENABLE_ALL if optimised else levels.ORT_DISABLE_ALL
    return onnxruntime, options


class backend:
    def __init__(self, column):
        self.family, _, self.variant = column.partition("[")
        self.variant = self.variant.rstrip("]")
        self.adapter, self.framework = base.adapter(), self.family
        import onnx
        self.onnx = onnx
        if self.family == "onnxruntime" and self.variant in ("optimised", "plain"):
            library, self.options = quiet_onnxruntime(self.variant == "optimised")
            self.version = library.__version__
            self.switches = {"optimisation": "all" if self.variant == "optimised" else "none", "threads": 1}
            self.compile = self.compile_onnxruntime
        elif self.family == "openvino" and self.variant in ("", "default"):
            import openvino
            self.core, self.version = openvino.Core(), openvino.__version__
            self.options = {"INFERENCE_NUM_THREADS": 1}
            if not self.variant:
                self.options["INFERENCE_PRECISION_HINT"] = "f32"
            self.switches = dict(self.options, INFERENCE_PRECISION_HINT="f32" if not self.variant else
                                 f"the vendor's default here: {self.core.get_property('CPU', 'INFERENCE_PRECISION_HINT').get_type_name()}")
            self.compile = self.compile_openvino
        elif self.family == "onnx" and self.variant == "reference":
            self.version, self.switches = onnx.__version__, {"evaluator": "reference"}
            self.compile = self.compile_reference
        else:
            raise base.refused(f"xamt: no host of ONNX models for the column {column}")

    def load(self, told):
        return onnx_model(self, read(self.onnx, told["source"]["onnx"]), told)

    # Each takes a model and answers with a function of a dict of arrays.

    def compile_onnxruntime(self, model):
        import onnxruntime
        session = onnxruntime.InferenceSession(model.SerializeToString(), self.options, providers=["CPUExecutionProvider"])
        names = {i.name for i in session.get_inputs()}
        wanted = [o.name for o in model.graph.output]
        return lambda given: session.run(wanted, {k: v for k, v in given.items() if k in names})

    def compile_openvino(self, model):
        read_model = self.core.read_model(model.SerializeToString())
        compiled = self.core.compile_model(read_model, "CPU", self.options)
        wanted = [o.name for o in model.graph.output]
        takes = [next((n for n in port.get_names()), None) for port in compiled.inputs]

        def call(given):
            # By position, read back by name: converters reorder and rename.
            arrays = [next(v for k, v in given.items() if k in port.get_names()) for port in compiled.inputs] if all(takes) else list(given.values())
            results = compiled(arrays)
            by_name = {name: np.array(value) for port, value in results.items() for name in port.get_names()}
            return [by_name[w] if w in by_name else np.array(results[k]) for k, w in enumerate(wanted)]

        return call

    def compile_reference(self, model):
        from onnx.reference import ReferenceEvaluator
        evaluator = ReferenceEvaluator(model)
        return lambda given: evaluator.run(None, given)


def read(onnx, path):
    """A model that is whole and lies in one file; nothing of it is run here."""
    try:
        if os.path.getsize(path) > MOST_BYTES:
            raise base.refused(f"xamt: {path} is refused: it is larger than 2 GB")
        with open(path, "rb") as file:
            model = onnx.load_model_from_string(file.read())
        if not model.graph.node or not model.graph.output:
            raise ValueError("it has no nodes")
        if any(t.data_location == onnx.TensorProto.EXTERNAL for t in model.graph.initializer):
            raise base.refused(f"xamt: {path} is refused: its weights lie in other files")
        onnx.checker.check_model(model)
        for tensor in model.graph.initializer:
            onnx.numpy_helper.to_array(tensor)
    except base.refused:
        raise
    except Exception as error:
        raise base.refused(f"xamt: {path} is no whole ONNX model: {type(error).__name__}: {' '.join(str(error).split())[:200]}")
    return model


class node:
    def __init__(self, name, kind, proto, takes, sources, gives):
        self.name, self.kind, self.proto, self.takes, self.sources, self.gives = name, kind, proto, takes, sources, gives
        self.operation = proto


def captured(graph):
    """Names that a subgraph takes from outside."""
    own = {i.name for i in graph.input} | {t.name for t in graph.initializer}
    taken = []
    for each in graph.node:
        names = list(each.input)
        for attribute in each.attribute:
            for inner in ([attribute.g] if attribute.HasField("g") else []) + list(attribute.graphs):
                names += captured(inner)
        taken += [n for n in names if n and n not in own]
        own.update(each.output)
    taken += [o.name for o in graph.output if o.name not in own]
    return taken


class onnx_model(node_list.node_list):
    def __init__(self, backend, model, told):
        self.backend, self.model, self.told = backend, model, told
        self.onnx = backend.onnx
        self.wide = told["dtype"] == "float64"
        helper = self.onnx.numpy_helper
        self.constants = {t.name: helper.to_array(t) for t in model.graph.initializer}
        for each in model.graph.node:
            if each.op_type == "Constant":
                value = self.constant_of(each)
                if value is not None:
                    self.constants[each.output[0]] = value
        nodes, self.by_name = [], {}
        names = set()

        def unique(name):
            name, n = name.replace("\t", " ").replace("\n", " "), 1
            while name in names:
                name, n = f"{name}:{n}", n + 1
            names.add(name)
            return name

        for value in model.graph.input:
            if value.name not in self.constants:
                self.by_name[value.name] = (len(nodes), 0)
                nodes.append(node(unique(value.name), "Input", None, [], [], [value.name]))
                nodes[-1].value = value
        for each in model.graph.node:
            if each.op_type == "Constant" and each.output[0] in self.constants:
                continue
            takes = [n for n in each.input if n]
            for attribute in each.attribute:
                for inner in ([attribute.g] if attribute.HasField("g") else []) + list(attribute.graphs):
                    takes += captured(inner)
            takes = [n for n in dict.fromkeys(takes) if n not in self.constants]
            missing = [n for n in takes if n not in self.by_name]
            if missing:
                raise base.refused(f"xamt: the node {each.name or each.op_type} takes {missing[0]}, which nothing gives")
            gives = [n for n in each.output if n]
            nodes.append(node(unique(each.name or f"{each.op_type}_{len(nodes)}"), each.op_type, each, takes, [self.by_name[n] for n in takes], gives))
            for port, name in enumerate(gives):
                self.by_name[name] = (len(nodes) - 1, port)
        self.arrange(nodes, [self.by_name[o.name] for o in model.graph.output if o.name in self.by_name])
        self.count_inputs = sum(n.proto is None for n in self.nodes)
        self.compiled, self.planted = {}, {}

    def constant_of(self, each):
        for attribute in each.attribute:
            if attribute.name == "value":
                return self.onnx.numpy_helper.to_array(attribute.t)
            if attribute.name in ("value_float", "value_floats"):
                return np.array(self.onnx.helper.get_attribute_value(attribute), np.float32)
            if attribute.name in ("value_int", "value_ints"):
                return np.array(self.onnx.helper.get_attribute_value(attribute), np.int64)
        return None

    def attributes(self, each):
        kept = {}
        for attribute in each.attribute:
            value = self.onnx.helper.get_attribute_value(attribute)
            if isinstance(value, bytes):
                value = value.decode("utf-8", "replace")
            kept[attribute.name] = value if isinstance(value, (int, float, str)) else list(value) if isinstance(value, (list, tuple)) and all(isinstance(v, (int, float)) for v in value) else "..."
        opset = next((o.version for o in self.model.opset_import if o.domain == each.domain), None)
        return dict(kept, opset=opset)

    def description(self):
        kinds = {getattr(self.onnx.TensorProto, k): v for k, v in (("FLOAT", "float32"), ("DOUBLE", "float64"), ("INT64", "int64"), ("INT32", "int32"),
                 ("UINT8", "uint8"), ("INT8", "int8"), ("BOOL", "bool"), ("FLOAT16", "float16"))}
        lines = []
        for each in self.nodes:
            if each.proto is None:
                t = each.value.type.tensor_type
                shape = ",".join(str(d.dim_value if d.dim_value > 0 else 1) for d in t.shape.dim)
                outputs, attributes = f"{kinds.get(t.elem_type, 'float32')}[{shape}]", {}
            else:
                outputs, attributes = ";".join("float32[]" for _ in each.gives), self.attributes(each.proto)
            sources = ",".join(f"{s}:{p}" for s, p in each.sources)
            lines.append("\t".join(["node", each.name, each.kind, json.dumps(attributes, default=str).replace("\t", " "), sources, outputs]))
        lines.append("outputs\t" + ",".join(f"{s}:{p}" for s, p in self.ends))
        lines.append(f"parameters\t{sum(int(c.size) for c in self.constants.values())}")
        return "\n".join(lines)

    # --- running --------------------------------------------------------------------------------------------------------------------

    def widened(self, array):
        return array.astype(np.float64) if self.wide and array.dtype == np.float32 else array

    def widen_node(self, proto):
        """The node with every float32 of its own made a float64, in subgraphs too."""
        for attribute in proto.attribute:
            if attribute.name in ("to", "dtype") and attribute.i == FLOAT:
                attribute.i = DOUBLE
            if attribute.HasField("t") and attribute.t.data_type == FLOAT:
                attribute.t.CopyFrom(self.onnx.numpy_helper.from_array(self.onnx.numpy_helper.to_array(attribute.t).astype(np.float64)))
            for inner in ([attribute.g] if attribute.HasField("g") else []) + list(attribute.graphs):
                for each in inner.node:
                    self.widen_node(each)
                for tensor in inner.initializer:
                    if tensor.data_type == FLOAT:
                        name = tensor.name
                        tensor.CopyFrom(self.onnx.numpy_helper.from_array(self.onnx.numpy_helper.to_array(tensor).astype(np.float64), name))
                for value in [*inner.output, *inner.value_info]:
                    if value.type.tensor_type.elem_type == FLOAT:
                        value.type.tensor_type.elem_type = DOUBLE

    @staticmethod
    def branches(proto):
        return any(a.HasField("g") or len(a.graphs) for a in proto.attribute)

    def single(self, i, arrays):
        each, helper = self.nodes[i], self.onnx.helper
        proto = type(each.proto)()
        proto.CopyFrom(each.proto)
        used = list(proto.input)
        for attribute in proto.attribute:
            for inner in ([attribute.g] if attribute.HasField("g") else []) + list(attribute.graphs):
                used += captured(inner)
        if i in self.planted and self.planted[i].proto:
            self.planted[i].proto(proto)
        keeps = {proto.input[2]} if proto.op_type == "Resize" and len(proto.input) > 2 else set()
        if self.wide:
            self.widen_node(proto)
        initializers = [self.onnx.numpy_helper.from_array(self.constants[n] if n in keeps else self.widened(self.constants[n]), n)
                        for n in dict.fromkeys(used) if n in self.constants]
        # Shapes that are told make a converter look into branches that are not taken.
        told = not self.branches(each.proto)
        inputs = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), list(a.shape) if told else None)
                  for n, a in zip(each.takes, arrays)]
        outputs = [self.onnx.ValueInfoProto(name=n) for n in each.gives]
        graph = helper.make_graph([proto], "node", inputs, outputs, initializers)
        return helper.make_model(graph, opset_imports=self.model.opset_import, ir_version=min(self.model.ir_version, 10),
                                 functions=list(self.model.functions))

    def run(self, i, arrays):
        arrays = [self.widened(np.asarray(a, order="C")) for a in arrays]
        planted = self.planted.get(i)
        if planted and planted.takes:
            arrays = planted.takes(arrays)
        key = (i, tuple((a.shape, str(a.dtype)) for a in arrays))
        if key not in self.compiled:
            kept = [k for k in self.compiled if isinstance(k, tuple)]
            for old in [k for k in kept if k[0] == i] + kept[:max(0, len(kept) - MOST_COMPILED)]:
                self.compiled.pop(old, None)
            self.compiled[key] = self.backend.compile(self.single(i, arrays))
        results = [np.asarray(r) for r in self.compiled[key](dict(zip(self.nodes[i].takes, arrays)))]
        return planted.gives(results) if planted and planted.gives else results

    def begin(self, arrays):
        self.values, given = {}, iter(arrays)
        for i, each in enumerate(self.nodes):
            if each.proto is None:
                self.values[i] = [self.widened(next(given))]

    def terms(self, i, arrays):
        """How many numbers one cell of the output sums up: by the kernel, the matrix, the window, or the axes that are summed over."""
        each = self.nodes[i]
        constants = [self.constants[n] for n in each.proto.input if n in self.constants and self.constants[n].ndim > 1]
        most = max((c.size // (c.shape[0] if "Conv" in each.kind else c.shape[-1]) for c in constants if c.size), default=1)
        window = next((list(a.ints) for a in each.proto.attribute if a.name == "kernel_shape"), [])
        shape = arrays[0].shape if arrays else ()
        if each.kind in ("MatMul", "Gemm", "Softmax", "LogSoftmax", "LayerNormalization", "ReduceMean", "ReduceSum", "Einsum"):
            most = max(most, *shape, 1)
        if each.kind in ("GlobalAveragePool", "InstanceNormalization"):
            most = max(most, int(np.prod(shape[2:])))
        return max(most, int(np.prod(window)) if window else 1)

    def cut(self, upto, arrays):
        """The model with its own outputs, or up to a node with those of that one."""
        model = type(self.model)()
        model.CopyFrom(self.model)
        inputs = [n for n in self.nodes if n.proto is None]
        for each, a in zip(inputs, arrays) if not any(self.branches(n) for n in model.graph.node) else ():
            value = next(v for v in model.graph.input if v.name == each.gives[0])
            value.CopyFrom(self.onnx.helper.make_tensor_value_info(value.name, value.type.tensor_type.elem_type, list(a.shape)))
        if upto >= 0:
            last = next(k for k, n in enumerate(model.graph.node) if list(n.output) == list(self.nodes[upto].proto.output))
            del model.graph.node[last + 1:]
            del model.graph.output[:]
            model.graph.output.extend(self.onnx.ValueInfoProto(name=n) for n in self.nodes[upto].gives)
        else:
            ends = [o for o in model.graph.output if o.name in self.by_name]
            del model.graph.output[:]
            model.graph.output.extend(ends)
        del model.graph.value_info[:]
        return model

    def whole(self, arrays, upto):
        arrays = [np.asarray(a, order="C") for a in arrays]
        if upto not in self.compiled:
            self.compiled[upto] = self.backend.compile(self.cut(upto, arrays))
        names = [n.gives[0] for n in self.nodes if n.proto is None]
        return [np.asarray(r) for r in self.compiled[upto](dict(zip(names, arrays)))]

    def alone(self, i, inputs, column):
        import reproducer
        return reproducer.onnx_alone(self, i, inputs, column)

    def alone_whole(self, i, inputs, column):
        import reproducer
        return *reproducer.onnx_alone(self, i, inputs, column, whole=True), inputs

    def plant(self, told):
        """Into single nodes; the compiled model stays as it is."""
        import planted_onnx
        self.planted, self.compiled = {}, {}
        if not told.get("kind"):
            return {"planted": False}
        if told["kind"] == "list":
            return {"places": planted_onnx.places(self)}
        node, fault = planted_onnx.found(self, told["kind"], told["layer"])
        self.planted[node] = fault
        return {"planted": told["kind"], "layer": told["layer"], "direction": "forward", "node": node}
