import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { RobotsAnswer } from './exchange.ts'
import { type FetchPlan, PlanSpent } from './fetch-plan.ts'
import { longestRobots } from './robots-rules.ts'

/** The robots.txt of the origin that answered; a longer one is read up to what crawlers read. */
export async function fetchRobots(plan: FetchPlan, pageUrl: string): Promise<RobotsAnswer> {
  const address = new URL('/robots.txt', pageUrl).href
  try {
    const { status, body } = await plan.ask(address, {
      deadlineMs: 5_000,
      maxBytes: longestRobots,
      beyond: 'leave',
      acceptAnyCertificate: true,
    })
    return { status, body: body.toString('utf8') }
  } catch (error) {
    if (error instanceof PlanSpent) return { status: null, body: null }
    if (!(error instanceof FetchFailure)) throw error
    // RFC 9309 section 2.3.1.2: a crawler that gives up on redirects may take the file for missing.
    return { status: error.reason === 'too_many_redirects' ? 404 : null, body: null }
  }
}
