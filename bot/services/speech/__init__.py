"""Answers said aloud: planned with the answer, made afterwards, sent as voice notes."""
