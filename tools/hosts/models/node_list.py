"""A model as a flat list of nodes that run one after the other, whatever its form is."""


class node_list:
    """Holds `nodes`, each with `sources` (pairs of a node and one of its results), `ends`, the sources of the model's own outputs, and the values
    that somebody still takes.  A form of models adds `begin(arrays)`, which places the inputs, and `run(i, arrays)`, which gives a node's results."""

    keep_all = False

    def arrange(self, nodes, ends):
        """Takes the list, and finds for each node the last one that takes something of it."""
        self.nodes, self.ends, self.values = nodes, ends, {}
        self.last_use = list(range(len(nodes)))
        for i, each in enumerate(nodes):
            for s, _ in each.sources:
                self.last_use[s] = i
        for s, _ in ends:
            self.last_use[s] = len(nodes)

    def step(self, i):
        if i not in self.values:
            self.values[i] = self.run(i, self.inputs(i))
            # What no later node takes is dropped; a node's own inputs stay until the next step, because they are asked for.
            if not self.keep_all:
                for gone in [n for n in self.values if self.last_use[n] < i and n != i]:
                    del self.values[gone]
        return self.values[i]

    def outputs(self, i):
        return self.values[i]

    def inputs(self, i):
        return self.taken(self.nodes[i].sources)

    def taken(self, sources):
        return [self.values[s][port] for s, port in sources]

    def replay(self, i, arrays):
        return self.run(i, arrays)
