const flushAtMostMs = 3_000

/**
 * Waits for the last export, but not for a collector that is away: a service that stops has better things to do. What
 * fails here the exporter has told in the log.
 */
export async function inTime(flushed: Promise<unknown>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, flushAtMostMs)
  await Promise.race([over, Promise.allSettled([flushed])])
  clearTimeout(timer)
}
