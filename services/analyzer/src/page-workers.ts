import { workerTasks } from '@pagebell/runtime/metrics'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { Piscina } from 'piscina'
import type { DocumentFacts } from './document-facts.ts'
import type { Exchange } from './exchange.ts'
import type { Rated, Task } from './page.worker.ts'

export type PageWorkers = AsyncDisposable & {
  read(html: string, htmlBytes: number): Promise<DocumentFacts>
  rate(exchange: Exchange, facts: DocumentFacts, now: Date): Promise<Rated>
}

type Limits = { threads?: number; deadlineMs?: number; memoryMb?: number }

/** Threads that parse and judge; one that runs out of time or memory ends, and the page with it, never the service. */
export function startPageWorkers({ threads = 2, deadlineMs = 5_000, memoryMb = 256 }: Limits = {}): PageWorkers {
  const pool = new Piscina({
    filename: new URL('./page.worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })

  const watching = workerTasks.read(() => [
    { value: pool.queueSize, labels: { 'pagebell.worker.state': 'waiting' } },
    { value: pool.threads.length, labels: { 'pagebell.worker.state': 'threads' } },
  ])

  async function run(task: Task): Promise<unknown> {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), deadlineMs)
    try {
      return await pool.run(task, { signal: deadline.signal })
    } catch (error) {
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
    read: async (html, htmlBytes) => (await run({ kind: 'read', html, htmlBytes })) as DocumentFacts,
    rate: async (exchange, facts, now) => (await run({ kind: 'rate', exchange, facts, now })) as Rated,
    [Symbol.asyncDispose]: () => {
      watching[Symbol.dispose]()
      return pool.destroy()
    },
  }
}
