import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { until } from '@pagebell/testing/until'
import { startPageWorkers } from '../src/analyses/page-workers.ts'
import { startFetchPlan } from '../src/fetching/fetch-plan.ts'
import { politeFetch } from '../src/fetching/polite-fetch.ts'
import { probeSite } from '../src/fetching/probe-site.ts'

const newFetch = () =>
  politeFetch(safeFetcher({ userAgent: 'PagebellBot/1.0 (test)', allow: ['127.0.0.0/8'], dnsServers: [] }))

/** A site on every address of this machine; `peak` is the highest number of concurrent requests. */
async function startSite(answer: RequestListener) {
  let active = 0
  let peak = 0
  const site = createServer((request, response) => {
    active += 1
    peak = Math.max(peak, active)
    response.once('close', () => {
      active -= 1
    })
    answer(request, response)
  })
  site.listen(0, '0.0.0.0')
  await once(site, 'listening')
  return {
    peak: () => peak,
    at: (host: string, path: string) => `http://${host}:${(site.address() as AddressInfo).port}${path}`,
    async [Symbol.asyncDispose]() {
      site.closeAllConnections()
      site.close()
      await once(site, 'close')
    },
  }
}

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
    await using site = await startSite((_request, response) => void waiting.push(response))
    await using entrances = await startSite((_request, response) =>
      response.writeHead(302, { location: site.at('127.0.0.1', '/bells') }).end(),
    )
    const fetchSafely = newFetch()
    const all = Array.from({ length: 5 }, (_, n) => fetchSafely(entrances.at(`127.0.1.${n + 1}`, '/')))
    for (let answered = 0; answered < 5; answered += 1) {
      const next = await until('the next is requested', () => waiting[answered])
      next.end('bells')
    }
    expect((await Promise.all(all)).map(({ redirects }) => redirects.length)).toEqual([1, 1, 1, 1, 1])
    expect(site.peak()).toBe(1)
  })

  it('that is busy with the links of others’ pages has its link skipped, and the other links are tried', async () => {
    await using site = await startSite((request, response) => {
      if (request.headers.host?.startsWith('127.0.2.')) return
      response.writeHead(200).end('bells')
    })
    const fetchSafely = newFetch()
    const occupied = new AbortController()
    const held = fetchSafely(site.at('127.0.2.1', '/'), { signal: occupied.signal, deadlineMs: 60_000 })
    await until('the busy host is requested', () => site.peak() === 1)
    using plan = startFetchPlan(fetchSafely)
    const links = [site.at('127.0.2.1', '/busy'), site.at('127.0.0.1', '/own')]
    const page = { url: site.at('127.0.0.1', '/'), hasIcon: false, links, sitemaps: [] }
    const { linkSample, leftOut } = await probeSite(plan, page)
    expect(linkSample).toEqual([{ url: site.at('127.0.0.1', '/own'), status: 200, failure: null }])
    expect(leftOut).toBe('time')
    occupied.abort(new Error('done'))
    await expect(held).rejects.toThrow('done')
  })
})
