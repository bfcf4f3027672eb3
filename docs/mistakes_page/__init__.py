"""The mistakes of docs/mistakes.md, and what memetik says to each."""
