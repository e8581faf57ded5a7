"""The worker process. `worker` is its command, `serving` its queues, `runtime` puts it together of the parts in
`composition`, `entry` has the jobs: thin ways into `bot`.

`process` is its life (signals, leaving), `thread_worker` an RQ worker with a thread a job. Beside the jobs run
`sweeper` (finds work nobody does), `chores` (what comes round) and `periodic`'s other threads."""
