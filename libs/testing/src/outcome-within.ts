import { setTimeout } from 'node:timers/promises'

/**
 * How the work has ended when `milliseconds` are over, if it has. Its own timers and this one run in one event loop, so
 * that a machine that stands still for a second holds up both and makes nothing late.
 */
export async function outcomeWithin(
  milliseconds: number,
  work: Promise<unknown>,
): Promise<'fulfilled' | 'rejected' | 'late'> {
  const over = new AbortController()
  const outcome = work.then(
    () => 'fulfilled' as const,
    () => 'rejected' as const,
  )
  const late = setTimeout(milliseconds, 'late' as const, { signal: over.signal })
  return Promise.race([outcome, late]).finally(() => {
    late.catch(() => {})
    over.abort()
  })
}
