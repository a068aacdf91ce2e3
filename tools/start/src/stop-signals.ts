/**
 * Takes over SIGINT, SIGTERM and SIGHUP: the signal aborts at the first of them, its reason being the name. npm passes
 * Ctrl-C on to a process that has it from the terminal already, so a second one soon after means nothing.
 */
export function stopSignals(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort(name))
  return stopping.signal
}
