import { setTimeout as pause } from 'node:timers/promises'

/** For a measurement to fail by itself once its servers have stopped. */
const stopTimeoutMs = 20_000

/**
 * Measures with a stack for what the row starts, and disposes it however the row ends, also by a signal or an uncaught
 * error, which would end the process and leave the servers running. Throws the error that ended the row.
 */
export async function runRow<Measured>(
  measure: (running: AsyncDisposableStack) => Measured | Promise<Measured>,
): Promise<Measured> {
  const running = new AsyncDisposableStack()
  const interrupted = new Promise<never>((_resolve, reject) => {
    process.on('unhandledRejection', reject)
    process.on('uncaughtException', reject)
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => reject(new Error(`Ended by ${signal}.`)))
  })
  const measuring = Promise.try(measure, running)
  try {
    return await Promise.race([measuring, interrupted])
  } finally {
    await running.disposeAsync()
    // A server that was starting meanwhile finds the stack disposed, and stops itself.
    await Promise.race([measuring.catch(() => undefined), pause(stopTimeoutMs, undefined, { ref: false })])
  }
}
