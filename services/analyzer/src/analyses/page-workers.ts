import type { PageComparison } from '@pagebell/page-content/compare-pages'
import type { PageRules } from '@pagebell/page-content/page-rules'
import type { CharsetFacts } from '@pagebell/safe-fetch/charset'
import { startWorkerPool, type WorkerLimits } from '@pagebell/worker-pool/worker-pool'
import { movable } from '@pagebell/worker-pool/worker-task'
import type { Exchange } from '../fetching/exchange.ts'
import type { HashExplanation, ReceivedPage } from './explain-content.ts'
import type { Rated, ReadPage, Task } from './page.worker.ts'

export type PageReader = {
  /** Transfers the body: the caller may not use it afterwards. The page's links are relative to `url`. */
  read(body: Uint8Array, charset: CharsetFacts, url: string): Promise<ReadPage>
  /** The first sitemaps that a robots.txt declares. */
  sitemaps(robots: string): Promise<string[]>
  /** Transfers the facts, as {@link PageReader.read} returned them, back to the thread. */
  rate(exchange: Exchange, facts: Uint8Array, now: Date): Promise<Rated>
  /** The content hash of a page, and why it is that. */
  explainHash(page: ReceivedPage, rules: PageRules): Promise<HashExplanation>
  /** What changed between two responses of one address. */
  compare(before: ReceivedPage, after: ReceivedPage, rules: PageRules): Promise<PageComparison>
}

export type PageWorkers = AsyncDisposable &
  PageReader & {
    /** The reader of an account: waiting accounts are served round-robin. */
    of(account: string): PageReader
  }

/** Starts the thread that parses and rates pages. */
export function startPageWorkers(limits: WorkerLimits = {}): PageWorkers {
  const pool = startWorkerPool<Task>(new URL('./page.worker.ts', import.meta.url), limits)

  const of = (account: string): PageReader => {
    const inTurn = (task: Task, transferList: ArrayBuffer[] = []) => pool.run(account, task, transferList)
    return {
      read: async (body, charset, url) => {
        return (await inTurn({ kind: 'read', body, charset, url }, movable(body))) as ReadPage
      },
      sitemaps: async (robots) => (await inTurn({ kind: 'sitemaps', robots })) as string[],
      rate: async (exchange, facts, now) => {
        return (await inTurn({ kind: 'rate', exchange, facts, now }, movable(facts))) as Rated
      },
      explainHash: async (page, rules) => (await inTurn({ kind: 'explain-hash', page, rules })) as HashExplanation,
      compare: async (before, after, rules) => {
        return (await inTurn({ kind: 'compare', before, after, rules })) as PageComparison
      },
    }
  }

  return { ...of(''), of, [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() }
}
