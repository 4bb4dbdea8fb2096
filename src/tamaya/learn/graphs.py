"""CUDA graphs: the kernels of some work are recorded once, then started all together."""

from __future__ import annotations

import logging
from collections.abc import Callable

import torch

_log = logging.getLogger(__name__)


class Graphed:
    """Calls a function again and again; on a GPU, later calls replay a CUDA graph.

    The first call runs the function, so that libraries allocate what they need. The second call
    records it. The function must always use the same tensors and must not wait for the GPU.
    """

    def __init__(self, work: Callable[[], None], *, graphs: bool) -> None:
        self._work, self._graphs, self._warm = work, graphs, False
        self._graph: torch.cuda.CUDAGraph | None = None

    def __call__(self) -> None:
        """Does the work once."""
        if self._graphs and self._warm and self._graph is None:
            self._record()
        if self._graph is not None:
            self._graph.replay()
        else:
            self._work()
            self._warm = True

    def _record(self) -> None:
        graph = torch.cuda.CUDAGraph()
        try:
            # The current stream: gradients must arrive on the stream that they were first used on.
            with torch.cuda.graph(graph, stream=torch.cuda.current_stream()):
                self._work()
            self._graph = graph
        except RuntimeError as error:
            torch.cuda.synchronize()
            _log.warning("no CUDA graph (%s); Python starts every kernel, which is slower", error)
            self._graphs = False
