import type { ServerResponse } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { until } from '@pagebell/testing/until'
import { startPageWorkers } from '../src/analyses/page-workers.ts'
import { startFetchPlan } from '../src/fetching/fetch-plan.ts'
import { politeFetch } from '../src/fetching/polite-fetch.ts'
import { probeSite } from '../src/fetching/probe-site.ts'
import { startRecordingSite } from './recording-site.ts'

const newFetch = () =>
  politeFetch(safeFetcher({ userAgent: 'PagebellBot/1.0 (test)', allow: ['127.0.0.0/8'], dnsServers: [] }))

describe('pages in the reading thread', () => {
  it('of an account with many waiting delay another account by one page', async () => {
    await using workers = startPageWorkers()
    const read: string[] = []
    const charset = { bom: null, header: 'utf-8', meta: null }
    const readOf = async (account: string) => {
      await workers.of(account).read(Buffer.from('<title>Bells</title>'), charset, 'https://example.com/')
      read.push(account)
    }
    const busy = Array.from({ length: 20 }, () => readOf('busy'))
    const others = ['one', 'two'].map(readOf)
    await Promise.all([...busy, ...others])
    expect(read).toHaveLength(22)
    expect(read.indexOf('one')).toBeLessThanOrEqual(2)
    expect(read.indexOf('two')).toBeLessThanOrEqual(3)
  })
})

describe('a host', () => {
  it('that is reached by redirects gets one request at a time, too', async () => {
    const waiting: ServerResponse[] = []
    await using site = await startRecordingSite((_request, response) => void waiting.push(response))
    await using entrances = await startRecordingSite((_request, response) =>
      response.writeHead(302, { location: site.address('/bells') }).end(),
    )
    const fetchSafely = newFetch()
    const all = Array.from({ length: 5 }, (_, n) => fetchSafely(entrances.address('/', `127.0.1.${n + 1}`)))
    for (let answered = 0; answered < 5; answered += 1) {
      const next = await until('the next is requested', () => waiting[answered])
      next.end('bells')
    }
    expect((await Promise.all(all)).map(({ redirects }) => redirects.length)).toEqual([1, 1, 1, 1, 1])
    expect(site.peakRequests()).toBe(1)
  })

  it('that is busy with the links of others’ pages has its link skipped, and the other links are tried', async () => {
    await using site = await startRecordingSite((request, response) => {
      if (request.headers.host?.startsWith('127.0.2.')) return
      response.writeHead(200).end('bells')
    })
    const fetchSafely = newFetch()
    const occupied = new AbortController()
    const held = fetchSafely(site.address('/', '127.0.2.1'), { signal: occupied.signal, deadlineMs: 60_000 })
    await until('the busy host is requested', () => site.peakRequests() === 1)
    using plan = startFetchPlan(fetchSafely)
    const links = [site.address('/busy', '127.0.2.1'), site.address('/own')]
    const page = { url: site.address('/'), hasIcon: false, links, sitemaps: [] }
    const { linkSample, leftOut } = await probeSite(plan, page)
    expect(linkSample).toEqual([{ url: site.address('/own'), status: 200, failure: null }])
    expect(leftOut).toBe('time')
    occupied.abort(new Error('done'))
    await expect(held).rejects.toThrow('done')
  })
})
