"""Numbers as printed in the documents; nothing here is measured."""
