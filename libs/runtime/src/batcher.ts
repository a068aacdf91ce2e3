import { AsyncResource } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Takes one entry and resolves with its result; `timeoutMs` shortens the time that this caller waits. */
export type Batcher<Entry, Result> = (entry: Entry, timeoutMs?: number) => Promise<Result>

type BatcherOptions<Entry, Result> = {
  /** Processes a batch; results in the order of the entries. */
  process: (entries: Entry[]) => Promise<Result[]>
  /** Batches in progress at once. What arrives meanwhile is the next batch, so an idle system never waits. */
  concurrency: number
  /**
   * Milliseconds between the starts of two batches, at least; 0 by default. For work whose latency does not matter and
   * that costs less in larger batches. The first batch after an idle time starts immediately.
   */
  intervalMs?: number
  /** The weight of an entry; a batch weighs `maxWeight` at most. One entry always fits. */
  weigh: (entry: Entry) => number
  maxWeight: number
  /** Milliseconds after which a caller gets the error of `onTimeout`; `started` is true if its batch had started. */
  timeoutMs: number
  onTimeout: (started: boolean) => Error
}

type Waiting<Entry, Result> = {
  entry: Entry
  /** The async context of the caller, so that the batch belongs to its trace. */
  resource: AsyncResource
  started: boolean
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Groups concurrent calls into batches: while one batch is processed, the entries that arrive form the next one,
 * without a timer (group commit). A batch is traced as part of the first request in it.
 */
export function createBatcher<Entry, Result>(options: BatcherOptions<Entry, Result>): Batcher<Entry, Result> {
  const { intervalMs = 0 } = options
  const queue: Waiting<Entry, Result>[] = []
  let running = 0

  function take(): Waiting<Entry, Result>[] {
    let weight = 0
    let count = 0
    for (const { entry } of queue) {
      weight += options.weigh(entry)
      if (count > 0 && weight > options.maxWeight) break
      count += 1
    }
    return queue.splice(0, count)
  }

  async function run(): Promise<void> {
    running += 1
    while (queue.length > 0) {
      const began = performance.now()
      const batch = take()
      for (const waiting of batch) waiting.started = true
      try {
        const entries = batch.map((waiting) => waiting.entry)
        const work = () => options.process(entries)
        const results = await (batch[0]?.resource.runInAsyncScope(work) ?? work())
        for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result)
      } catch (error) {
        for (const waiting of batch) waiting.reject(error)
      }
      const rest = intervalMs - (performance.now() - began)
      if (rest > 0) await pause(rest)
    }
    running -= 1
  }

  return (entry, timeoutMs = options.timeoutMs) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        if (!waiting.started) queue.splice(queue.indexOf(waiting), 1)
        reject(options.onTimeout(waiting.started))
      }, timeoutMs)
      const waiting: Waiting<Entry, Result> = {
        entry,
        // Not AsyncLocalStorage.snapshot(): V8 gives each function it returns a separate hidden class in old space,
        // which retains the request's objects until the next full collection.
        resource: new AsyncResource('batched'),
        started: false,
        resolve(result) {
          clearTimeout(timer)
          resolve(result)
        },
        reject(error) {
          clearTimeout(timer)
          reject(error)
        },
      }
      queue.push(waiting)
      // Deferred by a turn, so that all requests read in one turn of the event loop share the first batch.
      if (running < options.concurrency) setImmediate(() => running < options.concurrency && void run())
    })
}
