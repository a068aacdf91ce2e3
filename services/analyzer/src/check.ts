import type { Category } from '@pagebell/scoring/order-results'
import { gateCap } from '@pagebell/scoring/score'
import type { Tag } from './document-facts.ts'
import type { Page } from './page.ts'

/** One thing a reader can look up: an excerpt, a header, a URL or a number, by name. */
export type Evidence = Record<string, string | number>

export type Outcome =
  | { status: 'pass'; value: string | number | null }
  | { status: 'warn' | 'fail'; value: string | number | null; message: string; evidence: Evidence[] }
  | { status: 'not_applicable'; value: null; message: string }

export type Check = {
  id: string
  /** What is checked, whatever the outcome: the name in lists. */
  title: string
  /** The heading of a result by its outcome. A warning without its own has that of a failure. */
  titles: { pass: string; warn?: string; fail?: string }
  category: Category
  /** 0 informs only: it is shown and never counted. */
  weight: number
  /** A failed gate caps the score, since nothing else matters on a page that no engine may show. */
  gate: boolean
  /** The highest score of a page that fails this check; null for none. 48 for a gate. */
  cap: number | null
  why: string
  fix: string
  criteria: { pass: string; warn?: string; fail?: string; notApplicable?: string }
  /** Where the verdict differs on purpose from what a comparable tool says, and why. */
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

/** A check sees only what it says it needs: anything else is a compile error. */
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

/** Shows a start tag and where it stands in the source. */
export function tagEvidence({ excerpt, line, column }: Tag): Evidence {
  return { element: excerpt, line, column }
}

export function notApplicable(message: string): Outcome {
  return { status: 'not_applicable', message, value: null }
}

function asList(evidence: Evidence | Evidence[]): Evidence[] {
  return Array.isArray(evidence) ? evidence : [evidence]
}
