import { beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
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

const pages = dated(30)
const shop = entries(
  Array.from({ length: 30 }, (_, n) => `/shop/${n}`),
  '2026-01-01',
)

/** Serves the pages and a sitemap of them with an ETag. */
function serveVersion(listed: typeof pages, etag: string): void {
  serve(listed)
  serveFile('/sitemap.xml', sitemap(listed), { etag })
}

/** Stores the watch with other patterns, and waits for the scan that this makes due; returns what it says. */
async function change(settings: Parameters<typeof putWatch>[0]) {
  const scans = async () => (await watches.listScans({ ...key, per_page: 100 })).scans
  const before = (await scans()).length
  await putWatch(settings)
  await until('it is scanned again', async () => (await scans()).length > before)
  return (await scans())[0]
}

const storedPages = async () => (await watches.getWatch(key)).pages

describe('other patterns of a watch', () => {
  beforeEach(() => serveVersion([...pages, ...shop], '"v1"'))

  it('hold at once although the file has not changed, and what they add is remembered', async () => {
    await putWatch({ include: ['/page-*'] })
    expect(await firstScan()).toMatchObject({ outcome: 'ok', found: 30, skipped: 30 })
    expect(await change({ include: [] })).toMatchObject({ outcome: 'ok', found: 60, skipped: 0, added: 30 })
    expect(await watches.getWatch(key)).toMatchObject({ pages: 60, waiting: 0 })

    serveVersion([...pages, ...shop, { path: '/shop/new' }], '"v2"')
    expect(await scan()).toMatchObject({ added: 1 })
    await untilTaken(1)
    expect(taken()).toEqual(['update /shop/new'])
  })

  it('send what is new in the part of the site that was watched before', async () => {
    await putWatch({ include: ['/page-*'] })
    await firstScan()
    serveVersion([...pages, { path: '/page-new' }, ...shop], '"v2"')
    expect(await change({ include: [] })).toMatchObject({ added: 31 })
    await untilTaken(1)
    expect(taken()).toEqual(['update /page-new'])
  })

  it('send what they add if the owner wants the first scan to', async () => {
    await putWatch({ include: ['/page-*'] })
    await firstScan()
    await change({ include: [], first: 'send' })
    await untilTaken(30)
    expect(taken().every((one) => one.startsWith('update /shop/'))).toBe(true)
  })

  it('forget what they leave out, which is neither missing nor removed', async () => {
    await putWatch()
    await firstScan()
    expect(await change({ exclude: ['/shop/*'] })).toMatchObject({ outcome: 'ok', found: 30, missing: 0, problems: [] })
    expect(await storedPages()).toBe(30)
    expect(await change({ exclude: [] })).toMatchObject({ added: 30 })
    expect(taken()).toEqual([])
    expect(world.troublesOf(key.project_id)).toEqual([])
  })

  it('forget what no file names any more, which is not missing either', async () => {
    await putWatch()
    await firstScan()
    serveVersion([...pages, ...shop.slice(1)], '"v2"')
    expect(await change({ exclude: ['/shop/*'] })).toMatchObject({ outcome: 'ok', missing: 0 })
    expect(await storedPages()).toBe(30)
  })

  it('forget what they leave out although the file cannot be had', async () => {
    await putWatch()
    await firstScan()
    site.pages.delete('/sitemap.xml')
    expect(await change({ exclude: ['/shop/*'] })).toMatchObject({ outcome: 'failed' })
    expect(await storedPages()).toBe(30)
  })

  it('keep a file from being believed that has lost half of its pages', async () => {
    await putWatch()
    await firstScan()
    serveVersion(pages, '"v2"')
    expect(await change({ exclude: ['/none'] })).toMatchObject({ missing: 0, problems: [{ code: 'shrunk' }] })
    expect(await storedPages()).toBe(60)
  })

  it('are not others if they are stored once more', async () => {
    await putWatch({ include: ['/page-*'] })
    await firstScan()
    expect(await change({ include: ['/page-*'], every_minutes: 30 })).toMatchObject({ outcome: 'unchanged' })
  })
})
