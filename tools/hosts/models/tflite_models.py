"""TFLite files as flat lists of nodes, on LiteRT, OpenVINO and TensorFlow's own functions.

Every operator can be run alone: it becomes a file of one operator, with the constants that it takes in its buffers.  TensorFlow evaluates what
float operators mean with functions of its own, in float32 as a column and in float64 as the reference.  Files are read here, never run as code.
"""

import json
import os

import node_list
import tflite_operators
import worker as base

np = base.np
MOST_BYTES = 2 << 30
MOST_COMPILED = 256


class backend:
    def __init__(self, column):
        self.family, _, self.variant = column.partition("-")
        self.framework = self.family
        import importlib.metadata
        from ai_edge_litert import schema_py_generated
        self.schema = schema_py_generated
        self.adapter = base.adapter()
        if self.family == "litert" and self.variant in ("", "reference"):
            from ai_edge_litert import interpreter  # noqa: F401
            self.version = importlib.metadata.version("ai-edge-litert")
            self.switches, self.compile = {"threads": 1, "kernels": self.variant or "default, XNNPACK"}, self.compile_litert
        elif self.family == "openvino" and not self.variant:
            import openvino
            self.core, self.version = openvino.Core(), openvino.__version__
            self.options = {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": "f32"}
            self.switches, self.compile = dict(self.options), self.compile_openvino
        elif self.family == "tensorflow" and not self.variant:
            import tensorflow
            tensorflow.config.threading.set_intra_op_parallelism_threads(1)
            tensorflow.config.threading.set_inter_op_parallelism_threads(1)
            self.version, self.compile = tensorflow.__version__, None
            self.switches = {"threads": 1, "operators": "TensorFlow's own functions, eager"}
        else:
            raise base.refused(f"xamt: no host of TFLite models for the column {column}")

    def load(self, told):
        if told["dtype"] != "float32" and self.family != "tensorflow":
            raise base.refused(f"xamt: {self.family} computes TFLite files in their own dtypes only")
        return tflite_model(self, told["source"]["tflite"], told)

    # Each takes the bytes of a file and answers with a function of arrays in the order of the file's inputs.

    def compile_litert(self, data):
        from ai_edge_litert.interpreter import Interpreter, OpResolverType
        how = OpResolverType.BUILTIN_REF if self.variant == "reference" else OpResolverType.AUTO
        interpreter = Interpreter(model_content=data, num_threads=1, experimental_op_resolver_type=how)
        takes, gives = [[d["index"] for d in details] for details in (interpreter.get_input_details(), interpreter.get_output_details())]
        ready = []

        def call(arrays):
            if not ready:
                for place, array, detail in zip(takes, arrays, interpreter.get_input_details()):
                    if tuple(detail["shape"]) != array.shape:
                        interpreter.resize_tensor_input(place, array.shape)
                interpreter.allocate_tensors()
                ready.append(True)
            for place, array in zip(takes, arrays):
                interpreter.set_tensor(place, np.asarray(array, order="C"))
            interpreter.invoke()
            return [np.array(interpreter.get_tensor(place)) for place in gives]

        return call

    def compile_openvino(self, data):
        import tempfile
        with tempfile.NamedTemporaryFile(suffix=".tflite") as file:
            file.write(data)
            file.flush()
            model = self.core.read_model(file.name)
            compiled = self.core.compile_model(model, "CPU", self.options)
        return lambda arrays: [np.array(v) for v in compiled([np.asarray(a, order="C") for a in arrays]).values()]


def read(schema, path):
    """The object form of a file that is whole: every number that points somewhere is looked at before it is followed."""
    try:
        if os.path.getsize(path) > MOST_BYTES:
            raise base.refused(f"xamt: {path} is refused: it is larger than 2 GB")
        with open(path, "rb") as file:
            data = file.read()
        if len(data) < 8 or data[4:8] != b"TFL3":
            raise ValueError("it does not begin as one")
        model = schema.ModelT.InitFromPackedBuf(data)
        if model.version != 3 or not model.subgraphs or model.subgraphs[0].operators is None:
            raise ValueError("it has no operators")
        graph = model.subgraphs[0]
        for tensor in graph.tensors:
            if not 0 <= tensor.buffer < len(model.buffers):
                raise ValueError(f"the tensor {tensor.name} lies in a buffer that is not there")
            buffer = model.buffers[tensor.buffer]
            if buffer.offset > 1 or (buffer.data is None and buffer.size > 1):
                raise base.refused(f"xamt: {path} is refused: its weights lie behind the file proper (larger than 2 GB)")
        count = len(graph.tensors)
        for places in [graph.inputs, graph.outputs] + [p for o in graph.operators for p in (o.inputs, o.outputs)]:
            if places is not None and any(not -1 <= int(t) < count for t in places):
                raise ValueError("an operator takes a tensor that is not there")
        if any(not 0 <= o.opcodeIndex < len(model.operatorCodes) for o in graph.operators):
            raise ValueError("an operator is of a kind that is not there")
        values(schema, model)
    except base.refused:
        raise
    except Exception as error:
        raise base.refused(f"xamt: {path} is no whole TFLite model: {type(error).__name__}: {' '.join(str(error).split())[:200]}")
    return model, data


def dtype_of(schema, number):
    names = {getattr(schema.TensorType, n.upper()): n for n in "float32 float16 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool".split()}
    return np.dtype(names[number]) if number in names else None


def values(schema, model):
    """Constants by tensor; a buffer must be as long as its tensor is."""
    found = {}
    for k, tensor in enumerate(model.subgraphs[0].tensors):
        data = model.buffers[tensor.buffer].data
        if data is None or len(data) == 0:
            continue
        kind, shape = dtype_of(schema, tensor.type), tuple(int(d) for d in tensor.shape) if tensor.shape is not None else ()
        if kind is None:
            raise ValueError(f"the constant {text(tensor.name)} is of a dtype that is not read (4-bit numbers, text)")
        if len(data) != int(np.prod(shape)) * kind.itemsize:
            raise ValueError(f"the constant {text(tensor.name)} has {len(data)} bytes where its shape wants {int(np.prod(shape)) * kind.itemsize}")
        found[k] = np.frombuffer(bytes(data), kind).reshape(shape)
    return found


def text(name):
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name or "")


class node:
    def __init__(self, name, kind, operator, takes, sources, gives):
        self.name, self.kind, self.operator, self.takes, self.sources, self.gives = name, kind, operator, takes, sources, gives


class tflite_model(node_list.node_list):
    def __init__(self, backend, path, told):
        self.backend, self.told, self.schema = backend, told, backend.schema
        self.model, self.data = read(self.schema, path)
        self.wide = told["dtype"] == "float64"
        self.graph, self.constants = self.model.subgraphs[0], values(self.schema, self.model)
        kinds = {v: k for k, v in vars(self.schema.BuiltinOperator).items() if isinstance(v, int)}
        nodes, by_tensor, names = [], {}, {}

        def append(name, kind, operator, takes, gives):
            name = name.replace("\t", " ").replace("\n", " ")
            names[name] = names.get(name, 0) + 1
            sources = [by_tensor[t] for t in takes]
            nodes.append(node(name if names[name] == 1 else f"{name}:{names[name] - 1}", kind, operator, takes, sources, gives))
            for port, t in enumerate(gives):
                by_tensor[t] = (len(nodes) - 1, port)

        for t in map(int, self.graph.inputs):
            append(text(self.graph.tensors[t].name) or f"input_{t}", "Input", None, [], [t])
        for k, operator in enumerate(self.graph.operators):
            code = self.model.operatorCodes[operator.opcodeIndex]
            number = max(code.builtinCode, code.deprecatedBuiltinCode)
            kind = text(code.customCode) if number == self.schema.BuiltinOperator.CUSTOM else kinds.get(number, f"OPERATOR_{number}")
            if kind in ("WHILE", "IF", "CALL_ONCE", "VAR_HANDLE", "STABLEHLO_WHILE") or (operator.mutatingVariableInputs is not None and any(operator.mutatingVariableInputs)):
                raise base.refused(f"xamt: the operator {kind} keeps a state or holds graphs of its own, so the file cannot be taken apart")
            takes = [int(t) for t in operator.inputs if t >= 0 and int(t) not in self.constants] if operator.inputs is not None else []
            for t in takes:
                if t not in by_tensor:
                    raise base.refused(f"xamt: the operator {kind} takes {text(self.graph.tensors[t].name)}, which nothing gives")
            append(f"{kind.lower()}_{k}", kind, operator, list(dict.fromkeys(takes)), [int(t) for t in operator.outputs])
        self.arrange(nodes, [by_tensor[int(t)] for t in self.graph.outputs])
        self.count_inputs = len(self.graph.inputs)
        self.compiled = {}

    def attributes(self, each):
        options = each.operator.builtinOptions
        kept = {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in vars(options).items()} if options is not None else {}
        return kept | ({"quantised": True} if self.quantised(each) else {})

    def quantised(self, each):
        """Whether whole numbers stand for others."""
        used = [t for t in [*each.operator.inputs, *each.operator.outputs] if t >= 0]
        scales = [self.graph.tensors[int(t)].quantization for t in used]
        return any(q is not None and q.scale is not None and len(q.scale) for q in scales)

    def description(self):
        lines = []
        for each in self.nodes:
            outputs = []
            for t in each.gives:
                tensor = self.graph.tensors[t]
                shape = [] if tensor.shape is None else [max(int(d), 1) for d in tensor.shape]
                outputs.append(f"{dtype_of(self.schema, tensor.type) or 'float32'}[{','.join(map(str, shape))}]")
            attributes = json.dumps(self.attributes(each) if each.operator is not None else {}, default=str).replace("\t", " ")
            sources = ",".join(f"{s}:{p}" for s, p in each.sources)
            lines.append("\t".join(["node", each.name, each.kind, attributes, sources, ";".join(outputs)]))
        lines.append("outputs\t" + ",".join(f"{s}:{p}" for s, p in self.ends))
        lines.append(f"parameters\t{sum(int(c.size) for c in self.constants.values())}")
        return "\n".join(lines)

    # --- running --------------------------------------------------------------------------------------------------------------------

    def cut(self, operators, inputs, outputs, shapes=None):
        """The bytes of a file with some of the operators; `shapes` are those of its inputs."""
        model = self.schema.ModelT.InitFromPackedBuf(self.data)
        graph = model.subgraphs[0]
        model.subgraphs, model.signatureDefs, model.metadata, model.metadataBuffer = [graph], None, None, None
        chosen = [graph.operators[k] for k in operators]
        used = sorted({int(t) for o in chosen for t in [*o.inputs, *o.outputs] if t >= 0} | set(inputs) | set(outputs))
        number = {t: k for k, t in enumerate(used)}
        for t, shape in (shapes or {}).items():
            graph.tensors[t].shape, graph.tensors[t].shapeSignature = np.array(shape, np.int32), None
        graph.tensors = [graph.tensors[t] for t in used]
        kept = [self.schema.BufferT()]
        for tensor in graph.tensors:
            held = model.buffers[tensor.buffer]
            tensor.buffer = 0 if held.data is None or len(held.data) == 0 else len(kept)
            if tensor.buffer:
                kept.append(held)
        model.buffers = kept
        for each in chosen:
            each.inputs = [number[int(t)] if t >= 0 else -1 for t in each.inputs]
            each.outputs = [number[int(t)] for t in each.outputs]
            each.debugMetadataIndex = -1
        graph.operators, graph.inputs, graph.outputs = chosen, [number[t] for t in inputs], [number[t] for t in outputs]
        import flatbuffers
        builder = flatbuffers.Builder(1024)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())

    def single(self, i, arrays):
        each = self.nodes[i]
        return self.cut([i - self.count_inputs], each.takes, each.gives, {t: a.shape for t, a in zip(each.takes, arrays)})

    def run(self, i, arrays):
        each, arrays = self.nodes[i], [np.asarray(a, order="C") for a in arrays]
        if self.backend.compile is None:
            if self.quantised(each):
                raise base.refused(f"xamt: {each.kind} is quantised; TensorFlow's functions say nothing of it")
            known = dict(zip(each.takes, arrays))
            given = [None if t < 0 else known[int(t)] if int(t) in known else self.constants[int(t)] for t in each.operator.inputs]
            return tflite_operators.evaluated(each.kind, each.operator.builtinOptions, given, self.wide)
        key = (i, tuple((a.shape, str(a.dtype)) for a in arrays))
        if key not in self.compiled:
            for old in list(self.compiled)[:max(0, len(self.compiled) - MOST_COMPILED)]:
                del self.compiled[old]
            self.compiled[key] = self.backend.compile(self.single(i, arrays))
        return self.compiled[key](arrays)

    def begin(self, arrays):
        self.values = {i: [self.widened(a)] for i, a in enumerate(arrays)}

    def widened(self, array):
        return array.astype(np.float64) if self.wide and array.dtype == np.float32 else array

    def terms(self, i, arrays):
        """How many numbers one cell of the output sums up: by the kernel, the matrix, the window or the longest axis."""
        each = self.nodes[i]
        most = max((int(c.size) // int(c.shape[-1] if "DEPTHWISE" in each.kind else c.shape[0]) for c in map(self.constants.get, map(int, each.operator.inputs))
                    if c is not None and c.ndim > 1 and c.size), default=1)
        window = getattr(each.operator.builtinOptions, "filterHeight", 1) * getattr(each.operator.builtinOptions, "filterWidth", 1)
        summing = each.kind in ("SOFTMAX", "LOG_SOFTMAX", "MEAN", "SUM", "BATCH_MATMUL", "L2_NORMALIZATION")
        return max(most, window, int(np.prod(arrays[0].shape[1:])) if summing and arrays else 1)

    def whole(self, arrays, upto):
        arrays = [np.asarray(a, order="C") for a in arrays]
        if self.backend.compile is None:
            self.begin(arrays)
            for i in range(self.count_inputs, len(self.nodes) if upto < 0 else upto + 1):
                self.values[i] = self.run(i, self.inputs(i))
            return self.values[upto] if upto >= 0 else self.taken(self.ends)
        if ("whole", upto) not in self.compiled:
            last = len(self.nodes) if upto < 0 else upto + 1
            gives = [int(t) for t in self.graph.outputs] if upto < 0 else self.nodes[upto].gives
            takes = [int(t) for t in self.graph.inputs]
            data = self.cut(range(last - self.count_inputs), takes, gives, {t: a.shape for t, a in zip(takes, arrays)})
            self.compiled["whole", upto] = self.backend.compile(data)
        return self.compiled["whole", upto](arrays)

    def vjp(self, *told):
        raise base.refused("xamt: TFLite files have no gradients")

    def alone(self, i, inputs, column):
        import reproducer
        return reproducer.tflite_alone(self, i, self.single(i, inputs))

    def alone_whole(self, i, inputs, column):
        import reproducer
        takes = [int(t) for t in self.graph.inputs]
        data = self.cut(range(i + 1 - self.count_inputs), takes, self.nodes[i].gives, {t: a.shape for t, a in zip(takes, inputs)})
        return *reproducer.tflite_alone(self, i, data), inputs

    def plant(self, told):
        if not told.get("kind"):
            return {"planted": False}
        raise base.refused("xamt: faults are planted into Keras and ONNX models")
