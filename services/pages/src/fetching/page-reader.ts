import { startWorkerPool, type WorkerLimits } from '@pagebell/worker-pool/worker-pool'
import { movable } from '@pagebell/worker-pool/worker-task'
import type { Task } from './page.worker.ts'
import type { ReadFacts, ReadRules, ReceivedAnswer, RobotsFacts } from './read-page.ts'
import type { SiteAnswers, SiteContents } from './read-site.ts'

export type PageReader = AsyncDisposable & {
  /**
   * Reads a page by the rules of its project. Moves the body: the caller may not use it afterwards. Throws a
   * FetchFailure for a page that cannot be read.
   */
  read(account: string, answer: ReceivedAnswer, rules: ReadRules): Promise<ReadFacts>
  /** What this robots.txt says of the page. */
  readRobots(account: string, robots: string, url: string): Promise<RobotsFacts>
  /** What robots.txt and the first page say of their site. Moves the body. */
  readSite(account: string, answers: SiteAnswers): Promise<SiteContents>
}

/** Starts the thread that reads pages and robots.txt, accounts in rotation. */
export function startPageReader(limits: WorkerLimits = {}): PageReader {
  const pool = startWorkerPool<Task>(new URL('./page.worker.ts', import.meta.url), limits)
  return {
    async read(account, answer, rules) {
      return (await pool.run(
        account,
        { kind: 'page', answer, rules, now: new Date() },
        movable(answer.body),
      )) as ReadFacts
    },
    async readRobots(account, robots, url) {
      return (await pool.run(account, { kind: 'robots', robots, url })) as RobotsFacts
    },
    async readSite(account, answers) {
      const moved = answers.answer === null ? [] : movable(answers.answer.body)
      return (await pool.run(account, { kind: 'site', answers }, moved)) as SiteContents
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
