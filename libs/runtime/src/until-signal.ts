/** Waits for SIGTERM or SIGINT. Holds the event loop open meanwhile, which a bare promise would not. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const held = setInterval(() => undefined, 2 ** 30)
    const stop = (signal: NodeJS.Signals) => {
      clearInterval(held)
      process.off('SIGTERM', stop)
      process.off('SIGINT', stop)
      resolve(signal)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}
