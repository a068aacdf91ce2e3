import { areQuick, type RoundSettings } from '../compare.ts'
import { makeBatch, startNotifierLoop, untilDelivered, urlsPerBatch } from './notifier-loop.ts'
import { startBusyProcesses } from './start-busy-processes.ts'

export type NotifierBusy = {
  busyProcesses: number
  /** URLs submitted, each once. */
  urls: number
  /** URLs that the engine received, duplicates included. */
  received: number
  /** Duplicates among them, of 1. */
  duplicateShare: number
}

const busyProcesses = 4
const timeoutMs = 15 * 60_000

/** From the queue to the engine and the log, beside four processes that use all the CPU time they get. */
export async function measureNotifierBusy(
  settings: RoundSettings,
  running: AsyncDisposableStack,
): Promise<NotifierBusy> {
  const batches = areQuick(settings) ? 100 : 1_000
  const { loop } = await startNotifierLoop(running)
  const distinct = new Set<string>()
  loop.engine.distinct = distinct
  const busy = startBusyProcesses(running, busyProcesses)
  for (let round = 0; round < settings.rounds; round++) {
    await loop.clear()
    // No URL occurs in two rounds, so that a late duplicate counts as one.
    const made = Array.from({ length: batches }, (_, n) => makeBatch(round * batches + n, urlsPerBatch))
    await Promise.all(made.map(loop.publish))
    await untilDelivered(loop, batches * urlsPerBatch, timeoutMs)
  }
  busy.check()

  const urls = settings.rounds * batches * urlsPerBatch
  const received = loop.engine.urls
  if (distinct.size !== urls) throw new Error(`The engine received ${distinct.size} of ${urls} URLs.`)
  return { busyProcesses, urls, received, duplicateShare: (received - urls) / received }
}
