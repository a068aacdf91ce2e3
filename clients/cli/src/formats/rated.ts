import type { components } from '@pagebell/sdk'

type Schemas = components['schemas']
export type Report = Schemas['Report']
export type CheckResult = Schemas['CheckResult']

/** A page and its rating. */
export type Rated = {
  url: string
  /** 0 to 100; null if it could not be rated. */
  score: number | null
  /** Missing if the API refused to rate it. */
  report?: Report
  /** Why it could not be rated. */
  problem?: string
}

export type Ratings = { pages: Rated[]; failUnder: number }

export type Format = (ratings: Ratings) => string

export type Finding = CheckResult & { check: string }

/** Results of checks, by their names. */
export const findingsOf = ({ report }: Rated): Finding[] =>
  Object.entries(report?.results ?? {}).flatMap(([check, result]) => (result ? [{ ...result, check }] : []))

/** Checks that failed or warn, and count; those that the score would gain most from first. */
export const faultsOf = (page: Rated): Finding[] =>
  findingsOf(page)
    .filter(({ status, ignored }) => ignored === undefined && (status === 'fail' || status === 'warn'))
    .sort((a, b) => (b.gain ?? 0) - (a.gain ?? 0))

export const isBelow = ({ score }: Rated, failUnder: number): boolean => score === null || score < failUnder

/** What was found, in one line. */
export const messageOf = ({ title, message, fix }: Finding): string =>
  [title, message, fix].filter((part, index, all) => part && all.indexOf(part) === index).join(' ')
