"""Trained policies: files, bots, ONNX, and the shipped ones."""
