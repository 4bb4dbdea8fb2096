"""Small tensors are slower with several threads, much slower on a busy machine."""

import torch

torch.set_num_threads(1)
