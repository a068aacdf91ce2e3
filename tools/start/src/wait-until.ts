import { setTimeout as pause } from 'node:timers/promises'

/** Asks again every `everyMs` until the answer is true; throws `failure()` when the time is up. */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  { timeoutMs, everyMs = 100, failure }: { timeoutMs: number; everyMs?: number; failure: () => Error },
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw failure()
    await pause(everyMs)
  }
}
