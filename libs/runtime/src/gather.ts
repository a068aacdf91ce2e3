import { AsyncResource } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Takes one entry and resolves with its result; `withinMs` shortens the time that this caller waits. */
export type Gathered<Entry, Result> = (entry: Entry, withinMs?: number) => Promise<Result>

type Options<Entry, Result> = {
  /** Works off a group; results in the order of the entries. */
  work: (entries: Entry[]) => Promise<Result[]>
  /** Groups on their way at once. What arrives meanwhile is the next group, so that an idle system waits for nothing. */
  inFlight: number
  /**
   * Milliseconds from the beginning of a group to that of the next one in its place, at least; 0 when absent. For work that
   * nobody waits for, and that costs less the larger its groups are. The first one after a rest begins at once.
   */
  everyMs?: number
  /** How much an entry counts towards `maxWeight`, the most that a group may weigh. One entry always fits. */
  weigh: (entry: Entry) => number
  maxWeight: number
  /** Milliseconds after which a caller is told the error that `late` makes; `begun` says whether work on it had started. */
  deadlineMs: number
  late: (begun: boolean) => Error
}

type Waiting<Entry, Result> = {
  entry: Entry
  /** Of the request that this entry came with: what runs in its scope is a part of that, by its trace. */
  resource: AsyncResource
  begun: boolean
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: one piece of work at a time serves all that has arrived since the last one began. It is traced as a part
 * of the first request that it serves.
 */
export function gather<Entry, Result>(options: Options<Entry, Result>): Gathered<Entry, Result> {
  const { everyMs = 0 } = options
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
      const group = take()
      for (const waiting of group) waiting.begun = true
      try {
        const entries = group.map((waiting) => waiting.entry)
        const work = () => options.work(entries)
        const results = await (group[0]?.resource.runInAsyncScope(work) ?? work())
        for (const [index, waiting] of group.entries()) waiting.resolve(results[index] as Result)
      } catch (error) {
        for (const waiting of group) waiting.reject(error)
      }
      const rest = everyMs - (performance.now() - began)
      if (rest > 0) await pause(rest)
    }
    running -= 1
  }

  return (entry, withinMs = options.deadlineMs) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        if (!waiting.begun) queue.splice(queue.indexOf(waiting), 1)
        reject(options.late(waiting.begun))
      }, withinMs)
      const waiting: Waiting<Entry, Result> = {
        entry,
        // Not AsyncLocalStorage.snapshot(): its function gets a hidden class of its own, which V8 makes among the old objects,
        // and which keeps the request's objects until the next full collection.
        resource: new AsyncResource('gathered'),
        begun: false,
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
      // A turn later, so that the requests which one read of the event loop brought share the first group too.
      if (running < options.inFlight) setImmediate(() => running < options.inFlight && void run())
    })
}
