/** A connection that is this recent was made because the previous one was lost, with everything in progress on it. */
const recentMs = 30_000
/** An event loop that was blocked this long has itself lost the connection, by missing heartbeats. */
const frozenMs = 5_000

/** Distinguishes an outage of the broker from the end of a process, when a message was requeued. */
export type OutageDetector = Disposable & {
  connected(): void
  /** False if the connection to the broker ended and the processes survived, as far as this process can tell. */
  endedProcess(): boolean
  /** True if this process lost its connection because its event loop was blocked. */
  wasFrozen(): boolean
}

/**
 * RabbitMQ counts a consumer that died, a connection that broke and its own restart alike. After an outage, this
 * process has reconnected recently; after the end of another process, it has been connected all along or has only just
 * started. A process whose event loop was blocked has reconnected too, but was frozen.
 */
export function detectOutages(now: () => number = () => performance.now()): OutageDetector {
  let connections = 0
  let connectedAt = 0
  let lastTurn = now()
  let frozenAt = Number.NEGATIVE_INFINITY

  const detectFreeze = (): void => {
    if (now() - lastTurn > frozenMs) frozenAt = now()
    lastTurn = now()
  }
  const watching = setInterval(detectFreeze, 500).unref()

  const wasFrozen = (): boolean => connectedAt - frozenAt < recentMs

  return {
    connected() {
      detectFreeze()
      connections += 1
      connectedAt = now()
    },
    endedProcess() {
      const isReconnected = connections > 1 && now() - connectedAt < recentMs
      return !isReconnected || wasFrozen()
    },
    wasFrozen,
    [Symbol.dispose]: () => clearInterval(watching),
  }
}
