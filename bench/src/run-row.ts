import { setTimeout as pause } from 'node:timers/promises'

/** What is left to end by itself once its servers are gone. */
const patienceMs = 20_000

/**
 * Measures with a stack for what it starts, and stops all of that however it ends: also by a signal, or by an error that
 * nobody has caught and that would end the process and leave the servers. Throws what has ended it.
 */
export async function runRow<Measured>(
  measure: (running: AsyncDisposableStack) => Measured | Promise<Measured>,
): Promise<Measured> {
  const running = new AsyncDisposableStack()
  const struck = new Promise<never>((_resolve, reject) => {
    process.on('unhandledRejection', reject)
    process.on('uncaughtException', reject)
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => reject(new Error(`Ended by ${signal}.`)))
  })
  const measuring = Promise.try(measure, running)
  try {
    return await Promise.race([measuring, struck])
  } finally {
    await running.disposeAsync()
    // What was being started when it was struck finds the stack closed, and stops itself.
    await Promise.race([measuring.catch(() => undefined), pause(patienceMs, undefined, { ref: false })])
  }
}
