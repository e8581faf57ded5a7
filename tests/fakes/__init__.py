"""Servers that stand where other people's servers stand: real HTTP on 127.0.0.1."""
