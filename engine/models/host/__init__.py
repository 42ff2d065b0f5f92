"""The decoding engine: one model, one context, one decode thread, many warm sequences.

::

    wire ──> service ──> queueing          requests in OpenAI's shape become jobs, one at a time
                │
                ├─> template, vocabulary   messages become tokens; content never becomes control
                └─> decoder ──> slots      which sequence holds which tokens, for whom
                        └─────> sampling   a sampler and a lazily applied grammar a request

The only public names are those below; the native library is loaded when a service starts.
"""

from __future__ import annotations

from engine.models.host.errors import (
    ModelFailed,
    ModelMismatch,
    ModelNotReady,
    ModelRequestInvalid,
    ModelUnreadable,
    TemplateRefused,
    WindowExceeded,
)
from engine.models.host.requests import ChatMessage, Generation, GenerationRequest, Sampling
from engine.models.host.service import ModelInfo, ModelService

__all__ = [
    "ChatMessage",
    "Generation",
    "GenerationRequest",
    "ModelFailed",
    "ModelInfo",
    "ModelMismatch",
    "ModelNotReady",
    "ModelRequestInvalid",
    "ModelService",
    "ModelUnreadable",
    "Sampling",
    "TemplateRefused",
    "WindowExceeded",
]
