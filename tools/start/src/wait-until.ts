import { setTimeout as pause } from 'node:timers/promises'

/** Polls every `intervalMs` until the condition is true; throws `failure()` after `timeoutMs`. */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  { timeoutMs, intervalMs = 100, failure }: { timeoutMs: number; intervalMs?: number; failure: () => Error },
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw failure()
    await pause(intervalMs)
  }
}
