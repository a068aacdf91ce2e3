import { createFairSlots } from '@pagebell/fair-queue/fair-slots'
import { workerTasks } from '@pagebell/runtime/metrics'
import type { CharsetFacts } from '@pagebell/safe-fetch/charset'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { Piscina } from 'piscina'
import type { Exchange } from './exchange.ts'
import type { Answer, Rated, ReadPage, Task } from './page.worker.ts'

export type PageReader = {
  /** Takes the body away from the caller: it moves to the thread uncopied. `url` is where the page's links are relative to. */
  read(body: Uint8Array, charset: CharsetFacts, url: string): Promise<ReadPage>
  /** The first sitemaps that a robots.txt names. */
  sitemaps(robots: string): Promise<string[]>
  /** Takes the facts back from the caller, as {@link PageReader.read} gave them away. */
  rate(exchange: Exchange, facts: Uint8Array, now: Date): Promise<Rated>
}

export type PageWorkers = AsyncDisposable &
  PageReader & {
    /** The same in the turn of an account: between two pages of one, every other that waits has one. */
    of(account: string): PageReader
  }

type Limits = { deadlineMs?: number; memoryMb?: number; idleMs?: number }

/**
 * A thread that parses and judges; one that runs out of time or memory ends, and the page with it, never the service.
 * It is one, so that a process has one memory limit: more pages at once are more copies of the service.
 */
export function startPageWorkers({ deadlineMs = 5_000, memoryMb = 96, idleMs = 300_000 }: Limits = {}): PageWorkers {
  const turns = createFairSlots({ slots: 1 })
  const pool = new Piscina({
    filename: new URL('./page.worker.ts', import.meta.url).href,
    // A thread holds 40 MB: one that had nothing to read for so long is ended, and started again by the next page.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  let awake: Promise<unknown> | undefined

  const watching = workerTasks.read(() => [
    { value: turns.waiting, labels: { 'pagebell.worker.state': 'waiting' } },
    { value: pool.threads.length, labels: { 'pagebell.worker.state': 'threads' } },
  ])

  /** The time of a page begins when the thread is free and awake: it does not pay for its neighbour's end. */
  async function run(task: Task, transferList: ArrayBuffer[]): Promise<unknown> {
    if (pool.threads.length === 0) awake = undefined
    awake ??= pool.run({ kind: 'wake' } satisfies Task)
    const deadline = new AbortController()
    let timer: NodeJS.Timeout | undefined
    try {
      await awake
      timer = setTimeout(() => deadline.abort(), deadlineMs)
      const answer = (await pool.run(task, { signal: deadline.signal, transferList })) as Answer
      if ('threw' in answer) throw new FetchFailure('not_html', 'The page cannot be read.', answer.threw)
      return answer.result
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

  const of = (account: string): PageReader => {
    const wait = (task: Task, transferList: ArrayBuffer[] = []) => turns.run(account, () => run(task, transferList))
    return {
      read: async (body, charset, url) => {
        return (await wait({ kind: 'read', body, charset, url }, movable(body))) as ReadPage
      },
      sitemaps: async (robots) => (await wait({ kind: 'sitemaps', robots })) as string[],
      rate: async (exchange, facts, now) => {
        return (await wait({ kind: 'rate', exchange, facts, now }, movable(facts))) as Rated
      },
    }
  }

  return {
    ...of(''),
    of,
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
