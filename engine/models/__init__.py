"""Language models as the engine sees them: grammars for structured answers, and the model host.

Nothing here speaks HTTP or chat. The decoding engine is in ``host``; only modules in there load
the native library, and only when a model is really opened.
"""
