"""Process-wide concerns: errors, files, progress, extras and plugins."""
