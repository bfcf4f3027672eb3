"""What the documents say, number for number; nothing here is measured."""
