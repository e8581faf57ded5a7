"""The agent loop. Knows nothing of databases, channels, tools or the web.

Read `spec` (what goes in and comes out), then `loop`. `completion` asks the model, `tools` runs its calls, `state`
counts; `answer` and `control` are the loop's own tools. `shaping`, `compaction` and `condensing` say what the model is
shown; `loose_json`, `mending`, `spoken` and `written_calls` read what models and their servers get wrong."""
