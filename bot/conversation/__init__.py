"""What to do with a message. In the order in which a message meets them:

- `inbox` claims the conversation's lane and drains it; `taking` and `choosing` say which messages are next, `fragments`
  which are one turn, `gate` whether they are taken up at all; `beside` answers what does not wait for the lane;
- `exchange` decides what they get, by `router` (by themselves) and `texts` (below an open question): `commands`,
  `dialogues` (the kinds of question), or the agent;
- `turn` is the agent's: what the model is shown, the run's journal, the reply.

Every step returns one of the values of `outcomes`. The whole way is drawn in docs/architecture.md."""
