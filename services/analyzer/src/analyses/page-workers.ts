import { createFairSlots } from '@pagebell/fair-queue/fair-slots'
import type { CharsetFacts } from '@pagebell/safe-fetch/charset'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { Piscina } from 'piscina'
import type { Exchange } from '../fetching/exchange.ts'
import { workerTasks } from '../metrics.ts'
import type { Answer, Rated, ReadPage, Task } from './page.worker.ts'

export type PageReader = {
  /** Transfers the body: the caller may not use it afterwards. The page's links are relative to `url`. */
  read(body: Uint8Array, charset: CharsetFacts, url: string): Promise<ReadPage>
  /** The first sitemaps that a robots.txt declares. */
  sitemaps(robots: string): Promise<string[]>
  /** Transfers the facts, as {@link PageReader.read} returned them, back to the thread. */
  rate(exchange: Exchange, facts: Uint8Array, now: Date): Promise<Rated>
}

export type PageWorkers = AsyncDisposable &
  PageReader & {
    /** The reader of an account: waiting accounts are served round-robin. */
    of(account: string): PageReader
  }

type Limits = { deadlineMs?: number; memoryMb?: number; idleMs?: number }

/**
 * Starts the thread that parses and rates pages. A page that exceeds its time or memory ends the thread, never the
 * service. There is a single thread, so that a process has one memory limit; to read more pages at once, run more copies.
 */
export function startPageWorkers({ deadlineMs = 5_000, memoryMb = 96, idleMs = 300_000 }: Limits = {}): PageWorkers {
  const turns = createFairSlots({ slots: 1 })
  const pool = new Piscina({
    filename: new URL('./page.worker.ts', import.meta.url).href,
    // A thread uses 40 MB: an idle one is ended, and started again by the next page.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  let ready: Promise<unknown> | undefined

  const gauge = workerTasks.read(() => [
    { value: turns.waiting, labels: { 'pagebell.worker.state': 'waiting' } },
    { value: pool.threads.length, labels: { 'pagebell.worker.state': 'threads' } },
  ])

  /** The deadline starts when the thread is free and loaded, so that queueing does not count against a page. */
  async function run(task: Task, transferList: ArrayBuffer[]): Promise<unknown> {
    if (pool.threads.length === 0) ready = undefined
    ready ??= pool.run({ kind: 'start' } satisfies Task)
    const deadline = new AbortController()
    let timer: NodeJS.Timeout | undefined
    try {
      await ready
      timer = setTimeout(() => deadline.abort(), deadlineMs)
      const answer = (await pool.run(task, { signal: deadline.signal, transferList })) as Answer
      if ('threw' in answer) throw new FetchFailure('not_html', 'The page cannot be read.', answer.threw)
      return answer.result
    } catch (error) {
      ready = undefined
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
    const inTurn = (task: Task, transferList: ArrayBuffer[] = []) => turns.run(account, () => run(task, transferList))
    return {
      read: async (body, charset, url) => {
        return (await inTurn({ kind: 'read', body, charset, url }, movable(body))) as ReadPage
      },
      sitemaps: async (robots) => (await inTurn({ kind: 'sitemaps', robots })) as string[],
      rate: async (exchange, facts, now) => {
        return (await inTurn({ kind: 'rate', exchange, facts, now }, movable(facts))) as Rated
      },
    }
  }

  return {
    ...of(''),
    of,
    [Symbol.asyncDispose]: () => {
      gauge[Symbol.dispose]()
      return pool.destroy()
    },
  }
}

/** A small Buffer is part of Node's shared pool and must be copied. */
function movable({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
