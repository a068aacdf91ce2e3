import type { RunningProcess } from './run-process.ts'
import { StartProblem } from './start-problem.ts'
import { waitUntil } from './wait-until.ts'

/** A PostgreSQL that was killed reads its whole log again before it answers, and begins anew when it is stopped meanwhile. */
const patienceMs = 180_000

/** Waits until a private server answers; stops it and throws with its last lines if it ends or takes three minutes. */
export async function waitForServer(
  name: string,
  server: RunningProcess,
  probe: () => Promise<boolean>,
  stop: () => Promise<void>,
): Promise<void> {
  const words = (): string => server.lastLines().slice(-5).join(' | ')
  try {
    await waitUntil(async () => server.hasEnded() || (await probe()), {
      timeoutMs: patienceMs,
      failure: () => new StartProblem(`The private ${name} did not answer within ${patienceMs / 1_000} s: ${words()}`),
    })
    if (server.hasEnded()) throw new StartProblem(`The private ${name} ended at once: ${words()}`)
  } catch (error) {
    await stop()
    throw error
  }
}
