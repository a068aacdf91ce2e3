import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { page, startSite } from './start-pages.ts'
import { site, world } from './use-pages.ts'
import {
  dated,
  entries,
  firstScan,
  key,
  putWatch,
  scan,
  serve,
  serveFile,
  sitemap,
  taken,
  untilTaken,
  useWatches,
  watches,
} from './use-watches.ts'

useWatches()

describe('the first scan of a watch', () => {
  it('remembers what there is, and sends nothing', async () => {
    serve(dated(30))
    await putWatch()
    expect(await firstScan()).toMatchObject({ outcome: 'ok', files: 1, found: 30, added: 30, problems: [] })
    await scan()
    expect(taken()).toEqual([])
    expect(await watches.getWatch(key)).toMatchObject({ pages: 30, waiting: 0, files: [{ dates_are_trusted: true }] })
  })

  it('sends what there is if its owner wants that', async () => {
    serve(dated(30))
    await putWatch({ first: 'send' })
    await untilTaken(30)
    expect(new Set(taken()).size).toBe(30)
  })

  it('that fails is not the first one', async () => {
    await putWatch()
    expect(await firstScan()).toMatchObject({ outcome: 'failed', problems: [{ code: 'http_status' }] })
    serve(dated(30))
    expect(await scan()).toMatchObject({ outcome: 'ok', added: 30 })
    await scan()
    expect(taken()).toEqual([])
  })
})

describe('a later scan', () => {
  it('finds what is new, and what has another date', async () => {
    const pages = dated(30)
    serve(pages)
    await putWatch()
    await firstScan()
    serve([
      { ...pages[0], path: '/page-0', lastmod: '2026-11-26' },
      ...pages.slice(1),
      { path: '/new', lastmod: '2026-11-26' },
    ])
    expect(await scan()).toMatchObject({ outcome: 'ok', added: 1, changed: 1, missing: 0 })
    await untilTaken(2)
    await scan()
    expect(taken()).toEqual(['update /new', 'update /page-0'])
  })

  it('asks with what the server called the file, and takes an unchanged file as it was', async () => {
    const pages = dated(30)
    serve(pages)
    serveFile('/sitemap.xml', sitemap(pages), { etag: '"v1"' })
    await putWatch()
    await firstScan()
    site.handlers.set('/sitemap.xml', (request, response) => {
      response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 500).end()
    })
    expect(await scan()).toMatchObject({ outcome: 'unchanged', missing: 0, problems: [] })
  })

  it('announces a page as removed that two scans did not find and that is gone', async () => {
    const pages = dated(30)
    serve(pages)
    await putWatch()
    await firstScan()
    serve(pages.slice(2))
    site.pages.delete('/page-0')
    expect(await scan()).toMatchObject({ missing: 2 })
    expect(taken()).toEqual([])
    await scan()
    await untilTaken(1)
    await until('the other one is forgotten', async () => (await watches.getWatch(key)).pages === 28)
    // /page-1 is still there: it has only left the sitemap.
    expect(taken()).toEqual(['delete /page-0'])
  })

  it('announces where a page has gone that was renamed', async () => {
    const pages = dated(30)
    serve(pages)
    await putWatch()
    await firstScan()
    serve([...pages.slice(1), { path: '/renamed' }])
    site.pages.set('/page-0', { status: 301, headers: { location: '/renamed' } })
    await scan()
    await scan()
    await untilTaken(2)
    expect(taken()).toEqual(['update /page-0', 'update /renamed'])
  })

  it('forgets a removed page that comes back in time', async () => {
    const pages = dated(30)
    serve(pages)
    await putWatch()
    await firstScan()
    serve(pages.slice(1))
    await scan()
    serve(pages)
    await scan()
    serve(pages.slice(1))
    expect(await scan()).toMatchObject({ missing: 1 })
    expect(taken()).toEqual([])
  })

  it('holds removals until the owner decides', async () => {
    const pages = dated(30)
    serve(pages)
    await putWatch({ deletes: 'hold' })
    await firstScan()
    serve(pages.slice(2))
    for (const { path } of pages.slice(0, 2)) site.pages.delete(path)
    await scan()
    await scan()
    await until('both are held', async () => (await watches.getWatch(key)).held === 2)
    expect(taken()).toEqual([])
    expect(await watches.decideHeld({ ...key, decision: 'send' })).toMatchObject({ held: 0 })
    await untilTaken(2)
    expect(taken()).toEqual(['delete /page-0', 'delete /page-1'])
  })

  it('forgets removed pages where removals are off', async () => {
    const pages = dated(30)
    serve(pages)
    await putWatch({ deletes: 'off' })
    await firstScan()
    serve(pages.slice(1))
    site.pages.delete('/page-0')
    await scan()
    await scan()
    expect(await watches.getWatch(key)).toMatchObject({ pages: 29, waiting: 0, held: 0 })
    expect(taken()).toEqual([])
  })
})

describe('the brake', () => {
  const botched: [name: string, serveIt: () => void, code: string][] = [
    ['is empty', () => serve([]), 'no_pages'],
    ['has lost half of its pages', () => serve(dated(50)), 'shrunk'],
    ['is an HTML page', () => serveFile('/sitemap.xml', page('Not found.'), { 'content-type': 'text/html' }), 'html'],
    ['no longer parses', () => serveFile('/sitemap.xml', sitemap(dated(100)).slice(0, 2_000)), 'truncated'],
    ['is missing', () => site.pages.delete('/sitemap.xml'), 'http_status'],
  ]

  it.each(botched)('removes nothing where a file %s, and sends one event', async (_, serveIt, code) => {
    serve(dated(100))
    await putWatch()
    await firstScan()
    serveIt()
    for (let scans = 0; scans < 3; scans += 1) {
      const { outcome, missing, problems = [] } = (await scan()) ?? {}
      expect({ isOk: outcome === 'ok', missing, codes: problems.map((problem) => problem.code) }).toMatchObject({
        isOk: false,
        missing: 0,
        codes: expect.arrayContaining([code]),
      })
    }
    await until('the event is published', () => world.troublesOf(key.project_id).length > 0)
    expect(world.troublesOf(key.project_id)).toHaveLength(1)
    expect(await watches.getWatch(key)).toMatchObject({ pages: 100 })

    serve([...dated(100), { path: '/new' }])
    await scan()
    await untilTaken(1)
    expect(taken()).toEqual(['update /new'])
  })

  it('gives way to an owner who says that the file is right', async () => {
    serve(dated(100))
    await putWatch({ deletes: 'off' })
    await firstScan()
    serve(dated(50))
    expect(await scan()).toMatchObject({ outcome: 'failed', missing: 0 })
    expect(await scan({ believe: true })).toMatchObject({ outcome: 'ok', missing: 50 })
    await scan()
    expect(await watches.getWatch(key)).toMatchObject({ pages: 50 })
  })
})

describe('the end of a problem', () => {
  /** A watch whose file is empty, which was published. */
  async function putTroubled(): Promise<void> {
    serve(dated(30))
    await putWatch()
    await firstScan()
    serve([])
    await scan()
    await until('the event is published', () => world.troublesOf(key.project_id).length === 1)
  }
  const recovered = () => world.recoveredOf(key.project_id)
  const untilRecovered = () => until('its end is published', () => recovered().length > 0)

  it('is published once, by the scan that no longer finds it', async () => {
    await putTroubled()
    await scan()
    expect(recovered()).toEqual([])
    serve(dated(30))
    await scan()
    await scan()
    await untilRecovered()
    const [trouble] = world.troublesOf(key.project_id)
    expect(recovered()).toMatchObject([{ account_id: key.account_id, project: '127.0.0.1', watch: key.id }])
    expect(Date.parse(recovered()[0]?.at ?? '')).toBeGreaterThan(Date.parse(trouble?.at ?? ''))
  })

  it('is published by a later scan where a copy of the version before has noted it without a word', async () => {
    await putTroubled()
    await world.db.query({ text: `update watch set troubles = '{}' where project_id = $1`, values: [key.project_id] })
    serve(dated(30))
    await scan()
    await untilRecovered()
    expect(recovered()).toHaveLength(1)
  })

  it('is the deletion of the watch, if it had one', async () => {
    await putTroubled()
    await putWatch({ url: `${site.origin}/other.xml` }, 'other')
    await watches.deleteWatch({ ...key, id: 'other' })
    await watches.deleteWatch(key)
    await untilRecovered()
    expect(recovered().map(({ watch }) => watch)).toEqual([key.id])
    await expect(watches.deleteWatch({ ...key, account_id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('that was no event is none either', async () => {
    await putWatch()
    expect(await firstScan()).toMatchObject({ problems: [{ code: 'http_status' }] })
    serve(dated(30))
    await scan()
    serve([])
    await scan()
    serve(dated(30))
    await scan()
    await untilRecovered()
    expect(recovered()).toHaveLength(1)
  })
})

describe('an index', () => {
  const index = (paths: string[]): string =>
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
      .map((path) => `<sitemap><loc>${new URL(path, site.origin).href}</loc></sitemap>`)
      .join('')}</sitemapindex>`

  it('leads to its files, also those of an index in it, and to none of another site', async () => {
    serveFile('/sitemap.xml', index(['/posts.xml', '/more.xml', 'https://elsewhere.example/sitemap.xml']))
    serveFile('/more.xml', index(['/pages.xml', '/sitemap.xml']))
    serveFile('/posts.xml', sitemap(entries(['/a', '/b'])))
    serveFile('/pages.xml', sitemap(entries(['/c', '/a'])))
    await putWatch()
    expect(await firstScan()).toMatchObject({
      outcome: 'ok',
      files: 2,
      found: 3,
      problems: [{ code: 'foreign_files' }],
    })
  })

  it('that redirects to another site is not read', async () => {
    await using other = await startSite('127.0.0.2')
    other.pages.set('/sitemap.xml', { html: `${other.origin}/tea`, headers: { 'content-type': 'text/plain' } })
    site.pages.set('/sitemap.xml', { status: 302, headers: { location: `${other.origin}/sitemap.xml` } })
    await putWatch()
    expect(await firstScan()).toMatchObject({ outcome: 'failed', problems: [{ code: 'foreign_redirect' }] })
  })

  it('removes nothing while one of its files fails', async () => {
    serveFile('/sitemap.xml', index(['/posts.xml', '/pages.xml']))
    serveFile('/posts.xml', sitemap(dated(30)))
    serveFile('/pages.xml', sitemap(entries(['/a', '/b'])))
    await putWatch()
    await firstScan()
    serveFile('/posts.xml', sitemap(dated(29)))
    site.pages.set('/pages.xml', { status: 503 })
    expect(await scan()).toMatchObject({ outcome: 'partial', missing: 0 })
    serveFile('/pages.xml', sitemap(entries(['/a', '/b'])))
    expect(await scan()).toMatchObject({ outcome: 'ok', missing: 1 })
  })
})
