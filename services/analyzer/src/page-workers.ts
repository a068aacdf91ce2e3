import { workerTasks } from '@pagebell/runtime/metrics'
import type { CharsetFacts } from '@pagebell/safe-fetch/charset'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { Piscina } from 'piscina'
import type { DocumentFacts } from './document-facts.ts'
import type { Exchange } from './exchange.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Rated, Task } from './page.worker.ts'

export type PageWorkers = AsyncDisposable & {
  /** Takes the body away from the caller: it moves to the thread uncopied. */
  read(body: Uint8Array, charset: CharsetFacts): Promise<DocumentFacts>
  rate(exchange: Exchange, facts: DocumentFacts, now: Date): Promise<Rated>
}

type Limits = { deadlineMs?: number; memoryMb?: number; idleMs?: number }

/**
 * A thread that parses and judges; one that runs out of time or memory ends, and the page with it, never the service.
 * It is one, so that a process has one memory limit: more pages at once are more copies of the service.
 */
export function startPageWorkers({ deadlineMs = 5_000, memoryMb = 96, idleMs = 300_000 }: Limits = {}): PageWorkers {
  const inTurn = oneAtATime()
  const pool = new Piscina({
    filename: new URL('./page.worker.ts', import.meta.url).href,
    // A thread holds 40 MB: one that had nothing to read for so long is ended, and started again by the next page.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  let awake: Promise<unknown> | undefined

  let waiting = 0

  const watching = workerTasks.read(() => [
    { value: waiting, labels: { 'pagebell.worker.state': 'waiting' } },
    { value: pool.threads.length, labels: { 'pagebell.worker.state': 'threads' } },
  ])

  async function wait(task: Task, transferList: ArrayBuffer[] = []): Promise<unknown> {
    waiting += 1
    return inTurn('', () => {
      waiting -= 1
      return run(task, transferList)
    })
  }

  /** The time of a page begins when the thread is free and awake: it does not pay for its neighbour's end. */
  async function run(task: Task, transferList: ArrayBuffer[]): Promise<unknown> {
    if (pool.threads.length === 0) awake = undefined
    awake ??= pool.run({ kind: 'wake' } satisfies Task)
    const deadline = new AbortController()
    let timer: NodeJS.Timeout | undefined
    try {
      await awake
      timer = setTimeout(() => deadline.abort(), deadlineMs)
      return await pool.run(task, { signal: deadline.signal, transferList })
    } catch (error) {
      awake = undefined
      if (deadline.signal.aborted) throw new FetchFailure('timeout', 'The page took too long to parse.', error)
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        throw new FetchFailure('too_large', 'The page needs too much memory to parse.', error)
      }
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    read: async (body, charset) => (await wait({ kind: 'read', body, charset }, movable(body))) as DocumentFacts,
    rate: async (exchange, facts, now) => (await wait({ kind: 'rate', exchange, facts, now })) as Rated,
    [Symbol.asyncDispose]: () => {
      watching[Symbol.dispose]()
      return pool.destroy()
    },
  }
}

/** A small Buffer is a part of a pool that others use too, and is copied. */
function movable({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
