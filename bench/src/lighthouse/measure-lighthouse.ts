import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageAnalyzer } from '@pagebell/analyzer-service/src/analyses/analyze-page.ts'
import { startPageWorkers } from '@pagebell/analyzer-service/src/analyses/page-workers.ts'
import { politeFetch } from '@pagebell/analyzer-service/src/fetching/polite-fetch.ts'
import { loadChecks } from '@pagebell/analyzer-service/src/rating/load-checks.ts'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { makePage, sizes } from '../analyzer/make-page.ts'
import { median, type RoundSettings } from '../compare.ts'
import { installLighthouse } from './install-lighthouse.ts'

type Seconds = { name: string; median: number; lowest: number; highest: number; ratio: number }
export type RatedPage = { page: string; figures: Seconds[] }

/**
 * Rates pages by URL, one after another, with Pagebell's analyzer and with Lighthouse's SEO category. Half of the rounds:
 * they differ by some hundredths, and a page takes Lighthouse seconds.
 */
export async function measureLighthouse(
  { rounds, roundMs }: RoundSettings,
  running: AsyncDisposableStack,
): Promise<RatedPage[]> {
  const site = await serve(running)
  const audit = await installLighthouse(running)
  const workers = running.use(startPageWorkers())
  const fetchSafely = politeFetch(
    safeFetcher({ allow: ['127.0.0.1/32'], dnsServers: [], userAgent: 'PagebellBench/1.0' }),
  )
  const analyze = pageAnalyzer(fetchSafely, workers)
  const checks = (await loadChecks()).length

  const variants = [
    {
      name: 'Lighthouse 13, SEO only',
      rate: async (url: string) => {
        if ((await audit(url)) < 8) throw new Error('Lighthouse has left audits out.')
      },
    },
    {
      name: 'Pagebell analyzer, every check',
      rate: async (url: string) => {
        const { rated } = await analyze(url, () => undefined)
        if (Object.keys(rated.results).length !== checks) throw new Error('A check is missing.')
      },
    },
  ]
  const measured: RatedPage[] = []
  const addresses = sizes.map(([page]) => [page, `${site}/${encodeURIComponent(page)}`] as const)
  for (const { rate } of variants) await rate(addresses[0]?.[1] ?? '')
  for (const [page, url] of addresses) {
    const seconds = new Map(variants.map(({ name }) => [name, [] as number[]]))
    for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
      for (const { name, rate } of variants) seconds.get(name)?.push(await secondsOf(() => rate(url), roundMs))
    }
    const base = median(seconds.get(variants[0]?.name ?? '') ?? [])
    const figures = [...seconds].map(([name, all]) => ({
      name,
      median: median(all),
      lowest: Math.min(...all),
      highest: Math.max(...all),
      ratio: base / median(all),
    }))
    measured.push({ page, figures })
  }
  return measured
}

/** Seconds a page: at least one run, and as many as begin within the round. */
async function secondsOf(rate: () => Promise<void>, roundMs: number): Promise<number> {
  const began = performance.now()
  let pages = 0
  do {
    await rate()
    pages += 1
  } while (performance.now() - began < roundMs)
  return (performance.now() - began) / 1_000 / pages
}

/**
 * Serves the pages of the analyzer's row by their sizes, with a robots.txt. Also serves the site that they link to:
 * otherwise its DNS lookup, which differs between machines, would be timed.
 */
async function serve(running: AsyncDisposableStack): Promise<string> {
  const linkedSite = await listen(running, (_url, reply) => reply.end())
  const html = (bytes: number): string => makePage(bytes).replaceAll('https://www.example.org', linkedSite)
  const pages = new Map(sizes.map(([page, bytes]) => [`/${encodeURIComponent(page)}`, html(bytes)]))
  return listen(running, (url, reply) => {
    const page = pages.get(url)
    if (url === '/robots.txt') reply.setHeader('content-type', 'text/plain').end('User-agent: *\nDisallow: /search\n')
    else if (page !== undefined) reply.setHeader('content-type', 'text/html; charset=utf-8').end(page)
    else reply.writeHead(404).end()
  })
}

async function listen(
  running: AsyncDisposableStack,
  answer: (url: string, reply: ServerResponse) => void,
): Promise<string> {
  const server = createServer(({ url = '' }, reply) => answer(url, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
