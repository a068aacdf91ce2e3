import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageAnalyzer } from '@pagebell/analyzer-service/src/analyze-page.ts'
import { loadChecks } from '@pagebell/analyzer-service/src/load-checks.ts'
import { startPageWorkers } from '@pagebell/analyzer-service/src/page-workers.ts'
import { politeFetch } from '@pagebell/analyzer-service/src/polite-fetch.ts'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { makePage, sizes } from '../analyzer/make-page.ts'
import { median, type Settings } from '../compare.ts'
import { installLighthouse } from './install-lighthouse.ts'

type Seconds = { name: string; median: number; lowest: number; highest: number; ratio: number }
export type RatedPage = { page: string; figures: Seconds[] }

/** A page from its address to its rating, one after the other, by Pagebell's analyzer and by Lighthouse's SEO category. */
export async function measureLighthouse(
  { rounds, roundMs }: Settings,
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
  for (const [page] of sizes) {
    const url = `${site}/${encodeURIComponent(page)}`
    const seconds = new Map(variants.map(({ name }) => [name, [] as number[]]))
    for (const { rate } of variants) await rate(url)
    for (let round = 0; round < rounds; round += 1) {
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

/** Of one page, at least one and as many as begin within the round. */
async function secondsOf(rate: () => Promise<void>, roundMs: number): Promise<number> {
  const began = performance.now()
  let pages = 0
  do {
    await rate()
    pages += 1
  } while (performance.now() - began < roundMs)
  return (performance.now() - began) / 1_000 / pages
}

/** The pages of the analyzer's row by their sizes, with a robots.txt beside them. */
async function serve(running: AsyncDisposableStack): Promise<string> {
  const pages = new Map(sizes.map(([page, bytes]) => [`/${encodeURIComponent(page)}`, makePage(bytes)]))
  const server = createServer(({ url = '' }, reply) => {
    const html = pages.get(url)
    if (url === '/robots.txt') reply.setHeader('content-type', 'text/plain').end('User-agent: *\nDisallow: /search\n')
    else if (html !== undefined) reply.setHeader('content-type', 'text/html; charset=utf-8').end(html)
    else reply.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
