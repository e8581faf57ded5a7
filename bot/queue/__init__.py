"""Redis, as far as `bot` uses it. What it holds may be lost at any time: that costs seconds, or a line twice.

`policy` is the table of jobs, `wake` asks for one (running them is `jobs`' part); `flow` knows how fast a queue moves,
`notices` who was told that they wait, `progress` passes on what runs do."""
