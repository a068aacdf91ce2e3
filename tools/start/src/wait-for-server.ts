import type { RunningProcess } from './run-process.ts'
import { StartProblem } from './start-problem.ts'
import { waitUntil } from './wait-until.ts'

/** A killed PostgreSQL replays its WAL before it accepts connections, from the beginning if stopped meanwhile. */
const timeoutMs = 180_000

/** Waits until a private server responds; stops it and throws with its last lines if it ends or takes three minutes. */
export async function waitForServer(
  name: string,
  server: RunningProcess,
  probe: () => Promise<boolean>,
  stop: () => Promise<void>,
): Promise<void> {
  const lastLines = (): string => server.lastLines().slice(-5).join(' | ')
  try {
    await waitUntil(async () => server.hasEnded() || (await probe()), {
      timeoutMs,
      failure: () =>
        new StartProblem(`The private ${name} did not answer within ${timeoutMs / 1_000} s: ${lastLines()}`),
    })
    if (server.hasEnded()) throw new StartProblem(`The private ${name} ended at once: ${lastLines()}`)
  } catch (error) {
    await stop()
    throw error
  }
}
