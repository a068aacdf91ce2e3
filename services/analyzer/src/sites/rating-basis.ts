import { createHash } from 'node:crypto'
import { headerValues } from '@pagebell/page-content/head-parts'
import type { Exchange } from '../fetching/exchange.ts'
import type { Check } from '../rating/check.ts'
import { exchangeFacts, type Page } from '../rating/page.ts'

/** Headers that are read together with the document; it would have to be read again if one changed. */
const documentHeaders = ['content-language', 'content-security-policy', 'content-type', 'link', 'x-robots-tag']
/** All headers that a rating depends on. */
export const ratedHeaders: ReadonlySet<string> = new Set([
  ...documentHeaders,
  'alt-svc',
  'content-encoding',
  'referrer-policy',
  'server',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'x-powered-by',
])

/** The address is that of the document, headers are compared by name, and a document that names a time is not kept. */
const comparedOtherwise: ReadonlySet<keyof Page> = new Set(['url', 'headers', 'now'])

/**
 * A hash of what the rating of a page depends on besides its document: outcomes of the checks that need no document, and
 * what the others take from the exchange. A page whose document and basis are the same has the same rating, unless its
 * document names a time.
 */
export function ratingBasis(checks: readonly Check[], exchange: Exchange, now: Date): string {
  // The encoding is that of the document.
  const { charset: _, ...known } = exchangeFacts(exchange, now)
  const isKnown = (need: keyof Page): need is keyof typeof known => need in known
  const outcomes: [id: string, status: string][] = []
  const inputs: Record<string, unknown> = {}
  for (const check of checks) {
    // Its needs are all there.
    if (check.needs.every(isKnown)) outcomes.push([check.id, statusOf(check, known as Page)])
    else for (const need of check.needs.filter(isKnown)) if (!comparedOtherwise.has(need)) inputs[need] = known[need]
  }
  const headers = documentHeaders.map((name) => headerValues(exchange.headers, name))
  return createHash('sha256')
    .update(JSON.stringify([outcomes, inputs, headers]))
    .digest('base64url')
    .slice(0, 22)
}

function statusOf(check: Check, page: Page): string {
  try {
    return check.check(page).status
  } catch (error) {
    // As in a rating, one check that throws is no reason to give up the page.
    return `threw ${String(error)}`
  }
}
