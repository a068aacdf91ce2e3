import { expect, it, jest } from '@jest/globals'
import { defaultLimits } from '@pagebell/crawl/crawl-limits'
import { createFrontier } from '@pagebell/crawl/frontier'
import { siteScope } from '@pagebell/crawl/site-scope'
import { parseRobots } from '@pagebell/html/robots-rules'
import type { SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { prepareSite } from './prepare-site.ts'
import type { SiteReader } from './site-reader.ts'
import type { SiteRequests } from './site-requests.ts'

const start = 'https://example.com/'
const answer = (url: string, status: number): SafeResponse => ({
  url,
  status,
  redirects: [],
  headers: [],
  body: Buffer.alloc(0),
  timings: { dns: 0, connect: 0, ttfb: 0, total: 0 },
  tls: null,
  remoteAddress: '192.0.2.1',
})

it('has time for both probes at the slowest pace', async () => {
  // The pauses below are of this clock alone.
  jest.useFakeTimers()
  const intervalMs = 10_000
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = async (url: string): Promise<SafeResponse> => {
    turn = turn.then(() => new Promise((resolve) => setTimeout(resolve, intervalMs)))
    await turn
    return answer(url, 404)
  }
  const requests: SiteRequests = {
    page: inTurn,
    file: inTurn,
    robots: async () => ({
      answer: { status: 404, body: null },
      file: parseRobots(''),
      isUnknown: false,
      allows: () => true,
    }),
  }
  const reader = {} as SiteReader
  const frontier = createFrontier(siteScope(new URL(start)), defaultLimits)
  const tools = { requests, reader, frontier, limits: defaultLimits, pace: { intervalMs }, budget: { end: null } }
  const earlierTarget = () => undefined
  const preparing = prepareSite(start, { ...tools, earlierTarget })
  await jest.advanceTimersByTimeAsync(120_000)
  const { probes } = await preparing
  jest.useRealTimers()
  expect([probes.soft404?.status, probes.favicon?.status]).toEqual([404, 404])
})
