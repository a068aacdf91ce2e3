import { crawlDelayOf, judgeRobots, parseRobots } from '@pagebell/html/robots-rules'
import { type Answer, type startTask, startThread } from '@pagebell/worker-pool/worker-task'
import { allCrawlers, ownCrawler } from './crawlers.ts'
import { type ReadRules, type ReceivedAnswer, type RobotsFacts, readPage } from './read-page.ts'
import { readSite, type SiteAnswers } from './read-site.ts'

export type Task =
  | typeof startTask
  | { kind: 'page'; answer: ReceivedAnswer; rules: ReadRules; now: Date }
  | { kind: 'robots'; robots: string; url: string }
  | { kind: 'site'; answers: SiteAnswers }

/** Runs in a separate thread with a memory limit: a hostile page can terminate the thread but not the service. */
export default function work(task: Task): Answer {
  try {
    return task.kind === 'start' ? startThread() : { result: answerTo(task) }
  } catch (error) {
    return { threw: String(error) }
  }
}

function answerTo(task: Exclude<Task, typeof startTask>): unknown {
  switch (task.kind) {
    case 'page':
      return readPage(task.answer, task.rules, task.now)
    case 'site':
      return readSite(task.answers)
    case 'robots': {
      const rules = parseRobots(task.robots)
      const forbidden = allCrawlers.filter((crawler) => !judgeRobots(rules, crawler, task.url).allowed)
      return { forbidden, crawlDelay: crawlDelayOf(rules, ownCrawler) } satisfies RobotsFacts
    }
  }
}
