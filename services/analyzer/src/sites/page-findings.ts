import type { ScoredResult } from '@pagebell/scoring/score'
import type { PageProblem, SitePageReading } from './read-site-page.ts'

/** What the score of a page is made of: its checks that warn or fail, and those that passed. */
export type PageFindings = { problems: readonly PageProblem[]; passed: readonly ScoredResult[] }

/** Keeps the findings of pages as they are rated: what many pages have is one object. */
export function collectFindings() {
  const byPage = new Map<string, PageFindings>()
  const known = { problems: new Map<string, PageProblem>(), passed: new Map<string, ScoredResult>() }
  return {
    byPage: byPage as ReadonlyMap<string, PageFindings>,
    add(url: string, { problems, passed }: Pick<SitePageReading, 'problems' | 'passed'>): void {
      byPage.set(url, {
        problems: problems.map((problem) => {
          const { id, status, title, weight } = problem
          return firstOf(known.problems, `${id} ${status} ${weight} ${title}`, problem)
        }),
        passed: Object.entries(passed).map(([id, weight]) => {
          return firstOf(known.passed, `${id} ${weight}`, { id, status: 'pass', weight, gate: false })
        }),
      })
    },
  }
}

function firstOf<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  const first = known.get(key) ?? value
  known.set(key, first)
  return first
}

/** One outcome of a page check over all pages that have it: their number, and the first ones. */
export type CountedProblem = PageProblem & { pages: number; firstPages: string[] }

const maxFirstPages = 20

/** Counts the problems of pages by check and outcome. */
export function countProblems(byPage: Iterable<readonly [url: string, problems: readonly PageProblem[]]>) {
  const counted = new Map<string, CountedProblem>()
  for (const [url, problems] of byPage) {
    for (const problem of problems) {
      const key = `${problem.id} ${problem.status}`
      const known = counted.get(key) ?? { ...problem, pages: 0, firstPages: [] }
      counted.set(key, known)
      known.pages += 1
      if (known.firstPages.length < maxFirstPages) known.firstPages.push(url)
    }
  }
  return [...counted.values()]
}
