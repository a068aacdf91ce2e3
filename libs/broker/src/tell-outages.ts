/** A connection that is this young was made because the one before was lost, which interrupted what was in hand everywhere. */
const youngMs = 30_000
/** An event loop that rested this long is what lost the connection: it is beyond RabbitMQ's patience with heartbeats. */
const frozenMs = 5_000

/** Tells whose end it was that gave a message back to its queue. */
export type Outages = Disposable & {
  connected(): void
  /** False where the connection to the broker ended and the processes lived on. */
  endedProcess(): boolean
}

/**
 * RabbitMQ counts a consumer that died, a connection that broke and its own restart alike. What can be seen from here: after
 * an outage this process has connected again a moment ago; after the end of another process it has been connected all along,
 * or only now begun. One whose own event loop stood still has connected again, too, but was frozen.
 */
export function tellOutages(now: () => number = () => performance.now()): Outages {
  let connections = 0
  let connectedAt = 0
  let lastTurn = now()
  let frozenAt = Number.NEGATIVE_INFINITY

  const look = (): void => {
    if (now() - lastTurn > frozenMs) frozenAt = now()
    lastTurn = now()
  }
  const watching = setInterval(look, 500).unref()

  return {
    connected() {
      look()
      connections += 1
      connectedAt = now()
    },
    endedProcess() {
      const isReconnected = connections > 1 && now() - connectedAt < youngMs
      const wasFrozen = connectedAt - frozenAt < youngMs
      return !isReconnected || wasFrozen
    },
    [Symbol.dispose]: () => clearInterval(watching),
  }
}
