import type { PageProblem } from './read-site-page.ts'

/** One outcome of a page check over all pages that have it: their number, and the first ones. */
export type CountedProblem = PageProblem & { pages: number; firstPages: string[] }

const maxFirstPages = 20

/** Counts the problems of single pages as they are rated, so that no page's results have to be kept. */
export function countProblems() {
  const counted = new Map<string, CountedProblem>()
  return {
    add(url: string, problems: readonly PageProblem[]): void {
      for (const problem of problems) {
        const key = `${problem.id} ${problem.status}`
        const known = counted.get(key)
        if (known === undefined) counted.set(key, { ...problem, pages: 1, firstPages: [url] })
        else {
          known.pages += 1
          if (known.firstPages.length < maxFirstPages) known.firstPages.push(url)
        }
      }
    },
    get problems() {
      return [...counted.values()]
    },
  }
}
