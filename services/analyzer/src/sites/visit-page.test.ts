import { expect, it } from '@jest/globals'
import { defaultLimits } from '@pagebell/crawl/crawl-limits'
import { parseRobots } from '@pagebell/html/robots-rules'
import { type FailureReason, FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { noProbes } from '../fetching/exchange.ts'
import { keptReadings, readingRules } from './kept-readings.ts'
import type { SiteReader } from './site-reader.ts'
import type { SiteRequests } from './site-requests.ts'
import { isUnread, mayRecover, type Visit, visitPage } from './visit-page.ts'

const url = 'https://example.com/a'
const fail = (reason: FailureReason) => () => Promise.reject(new FetchFailure(reason, 'It failed.'))

/** Visits an address that answers so, or whose request fails; reading its page fails. */
function visit(response: Partial<SafeResponse> | FailureReason): Promise<Visit> {
  const answered: SafeResponse = {
    url,
    status: 200,
    redirects: [],
    headers: [],
    body: Buffer.alloc(0),
    tls: null,
    remoteAddress: '192.0.2.1',
    timings: { dns: 0, connect: 0, ttfb: 0, total: 0 },
    ...(typeof response === 'string' ? {} : response),
  }
  const page = typeof response === 'string' ? fail(response) : async () => answered
  const robots = { answer: { status: 404, body: null }, file: parseRobots(''), isUnknown: false, allows: () => true }
  const requests: SiteRequests = { page, file: page, robots: async () => robots }
  const reader = { page: fail('timeout') } as Partial<SiteReader> as SiteReader
  const [now, rules] = [new Date(), readingRules(url, defaultLimits)]
  const kept = keptReadings({ find: async () => null, reader, rules, now })
  const tools = { requests, reader, limits: defaultLimits, siteUrl: url, probes: noProbes, kept, rules, now }
  return visitPage(url, { ...tools, answers: new Map() })
}

it.each<[response: Partial<SafeResponse> | FailureReason, expected: Visit, unread: boolean, recovers: boolean]>([
  ['timeout', { kind: 'unanswered', reason: 'timeout' }, true, true],
  ['refused', { kind: 'unanswered', reason: 'refused' }, true, false],
  ['too_large', { kind: 'unanswered', reason: 'too_large' }, true, false],
  ['blocked_address', { kind: 'unanswered', reason: 'blocked_address' }, false, false],
  [{ status: 304 }, { kind: 'status', status: 304 }, false, false],
  [{ status: 404 }, { kind: 'status', status: 404 }, false, false],
  [{ status: 429 }, { kind: 'status', status: 429 }, true, true],
  [{ headers: [['content-type', 'application/pdf']] }, { kind: 'status', status: 200 }, false, false],
  [
    { status: 301, headers: [['location', '/b']] },
    { kind: 'redirect', status: 301, target: 'https://example.com/b' },
    false,
    false,
  ],
  [{ status: 301 }, { kind: 'status', status: 301 }, false, false],
  [
    { status: 302, headers: [['location', '//:bad']] },
    { kind: 'unreadable', status: 302, reason: 'blocked_address' },
    false,
    false,
  ],
  [{ status: 200 }, { kind: 'unreadable', status: 200, reason: 'timeout' }, true, false],
])('%j is recorded as %j', async (response, expected, unread, recovers) => {
  const visited = await visit(response)
  expect(visited).toEqual(expected)
  expect([isUnread(visited), mayRecover(visited)]).toEqual([unread, recovers])
})
