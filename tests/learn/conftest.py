"""Runs PyTorch with one thread: the tensors of these tests are too small to share."""

import torch

torch.set_num_threads(1)
