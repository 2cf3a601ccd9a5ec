"""What concerns the process: errors, files, progress, extras and plugins."""
