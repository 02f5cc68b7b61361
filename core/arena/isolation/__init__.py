"""Bots in processes of their own, so that one that misbehaves harms nobody else."""
