"""What every argument of our documents has in common."""

from pydantic import BaseModel, ConfigDict


class Part(BaseModel):
    """A part of a document: nothing unknown is accepted."""

    model_config = ConfigDict(extra="forbid", frozen=True)
