import type { Tag } from '@pagebell/html/source-tags'
import type { Category } from '@pagebell/scoring/order-results'
import { gateCap } from '@pagebell/scoring/score'
import type { Page } from './page.ts'

/** Changes with every change to a check's criteria or weight. Reports store it, so that old scores can be explained. */
export const ruleset = '2026-11-29.2'

/** One verifiable fact: an excerpt, a header, a URL or a number, by name. */
export type Evidence = Record<string, string | number>

export type Outcome =
  | { status: 'pass'; value: string | number | null }
  | { status: 'warn' | 'fail'; value: string | number | null; message: string; evidence: Evidence[] }
  | { status: 'not_applicable'; value: null; message: string }

export type Check = {
  id: string
  /** The subject of the check, independent of its outcome: its name in lists. */
  title: string
  /** The heading of a result by outcome. A warning without a heading uses that of a failure. */
  titles: { pass: string; warn?: string; fail?: string }
  category: Category
  /** A check of weight 0 is informational: it is shown and does not count. */
  weight: number
  /** A failed gate caps the score: nothing else matters on a page that cannot be indexed. */
  gate: boolean
  /** The highest score of a page that fails this check; null for none. 48 for a gate. */
  cap: number | null
  why: string
  fix: string
  /** A header or tag that fixes it on any page as it stands, to be copied; `{url}` is the address of the page. */
  snippet?: string
  /** A page that explains the subject further, of a standard or an engine where there is one. */
  learn?: string
  criteria: { pass: string; warn?: string; fail?: string; notApplicable?: string }
  /** Where the verdict differs from that of Lighthouse on purpose, and why. */
  differs?: string
  needs: readonly (keyof Page)[]
  check(page: Page): Outcome
}

type CheckDefinition<Needs extends keyof Page> = Omit<Check, 'needs' | 'check' | 'gate' | 'cap'> & {
  gate?: true
  cap?: number
  needs: readonly Needs[]
  check(page: Pick<Page, Needs>): Outcome
}

/** Types the argument of `check` as what `needs` lists: using anything else is a compile error. */
export function defineCheck<const Needs extends keyof Page>(definition: CheckDefinition<Needs>): Check {
  const { gate = false, cap = null } = definition
  return { ...definition, gate, cap: gate ? gateCap : cap }
}

export function pass(value: string | number | null = null): Outcome {
  return { status: 'pass', value }
}

export function warn(message: string, evidence: Evidence | Evidence[], value: string | number | null = null): Outcome {
  return { status: 'warn', message, evidence: asList(evidence), value }
}

export function fail(message: string, evidence: Evidence | Evidence[], value: string | number | null = null): Outcome {
  return { status: 'fail', message, evidence: asList(evidence), value }
}

/** A start tag and its position in the source. */
export function tagEvidence({ excerpt, line, column }: Tag): Evidence {
  return { element: excerpt, line, column }
}

export function notApplicable(message: string): Outcome {
  return { status: 'not_applicable', message, value: null }
}

function asList(evidence: Evidence | Evidence[]): Evidence[] {
  return Array.isArray(evidence) ? evidence : [evidence]
}
