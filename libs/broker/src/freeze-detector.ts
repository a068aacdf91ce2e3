/** An event loop that was blocked this long has itself lost the connection, by missing heartbeats. */
const frozenMs = 5_000
/** A connection this long after a freeze, or less, was made because the freeze had ended the one before. */
const recentMs = 30_000

/** Distinguishes a process that was frozen, as by a message, from one whose connection broke. */
export type FreezeDetector = Disposable & {
  connected(): void
  /** True if this process lost its last connection because its event loop was blocked. */
  wasFrozen(): boolean
}

export function detectFreezes(): FreezeDetector {
  let connectedAt = 0
  let lastTurn = performance.now()
  let frozenAt = Number.NEGATIVE_INFINITY

  const detect = (): void => {
    const now = performance.now()
    if (now - lastTurn > frozenMs) frozenAt = now
    lastTurn = now
  }
  const watching = setInterval(detect, 500).unref()

  return {
    connected() {
      detect()
      connectedAt = performance.now()
    },
    wasFrozen: () => connectedAt - frozenAt < recentMs,
    [Symbol.dispose]: () => clearInterval(watching),
  }
}
