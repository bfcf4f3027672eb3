"""The measurements of ``memetik bench fk-ik``, one question per file."""
