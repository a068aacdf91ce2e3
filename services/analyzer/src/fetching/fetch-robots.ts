import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { maxRobotsBytes } from '../parsers/robots-rules.ts'
import type { RobotsAnswer } from './exchange.ts'
import { BudgetExhausted, type FetchPlan } from './fetch-plan.ts'

/** The robots.txt of the origin that served the page; a longer one is truncated where crawlers stop reading. */
export async function fetchRobots(plan: FetchPlan, pageUrl: string): Promise<RobotsAnswer> {
  const address = new URL('/robots.txt', pageUrl).href
  try {
    const { status, body } = await plan.fetch(address, {
      deadlineMs: 5_000,
      maxBytes: maxRobotsBytes,
      beyond: 'leave',
      acceptAnyCertificate: true,
    })
    return { status, body: body.toString('utf8') }
  } catch (error) {
    if (error instanceof BudgetExhausted) return { status: null, body: null }
    if (!(error instanceof FetchFailure)) throw error
    // RFC 9309 section 2.3.1.2: after too many redirects a crawler may assume that the file is unavailable.
    return { status: error.reason === 'too_many_redirects' ? 404 : null, body: null }
  }
}
