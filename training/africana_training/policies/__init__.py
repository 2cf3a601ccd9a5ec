"""Trained policies: files, bots, ONNX, and those that come with the package."""
