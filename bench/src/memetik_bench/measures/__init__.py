"""The measurements of ``memetik bench ik``, one question per file."""
