/**
 * Aborts after so many milliseconds for which this process was awake. A process that was stopped, or that had no turn on a
 * busy machine, finds the answer waiting: a plain time-out would take its own slowness for the engine's, and ask again.
 */
export function awakeTimeout(timeoutMs: number): Disposable & { signal: AbortSignal } {
  const timeout = new AbortController()
  const tickMs = timeoutMs / 20
  let leftMs = timeoutMs
  let before = performance.now()
  const ticking = setInterval(() => {
    const now = performance.now()
    leftMs -= Math.min(now - before, 2 * tickMs)
    before = now
    if (leftMs > 0) return
    clearInterval(ticking)
    timeout.abort(new DOMException('The engine did not answer in time.', 'TimeoutError'))
  }, tickMs)
  return { signal: timeout.signal, [Symbol.dispose]: () => clearInterval(ticking) }
}
