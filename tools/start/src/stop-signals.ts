/**
 * Handles SIGINT, SIGTERM and SIGHUP: the first one aborts the returned signal, with its name as the reason. npm
 * forwards a Ctrl-C that the terminal also sends, so a second one soon after is ignored.
 */
export function stopSignals(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort(name))
  return stopping.signal
}
