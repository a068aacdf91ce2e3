import { expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { site } from './use-pages.ts'
import {
  dated,
  firstScan,
  key,
  putWatch,
  scan,
  serve,
  serveFile,
  sitemap,
  taken,
  useWatches,
  watches,
} from './use-watches.ts'

useWatches()

// A scan is compared in portions of 250.
const count = 2_500

/** A page may be handed over twice. */
const distinct = () => new Set(taken())
const untilDistinct = (expected: string[]) => until('they are handed over', () => distinct().size >= expected.length)

it('a scan of several portions finds in each what is new, changed, back and missing', async () => {
  const pages = dated(count)
  serve(pages)
  await putWatch()
  expect(await firstScan()).toMatchObject({ outcome: 'ok', found: count, added: count, skipped: 0 })

  const gone = [10, 1_010, 2_010].map((n) => `/page-${n}`)
  const edited = [20, 1_020, 2_020].map((n) => `/page-${n}`)
  const kept = pages.filter(({ path }) => !gone.includes(path))
  const dates = kept.map((one) => (edited.includes(one.path) ? { ...one, lastmod: '2026-11-01' } : one))
  const twice = dates.slice(0, 2)
  serveFile('/sitemap.xml', sitemap([{ path: '/first' }, ...dates, ...twice, { path: '/last' }]))
  for (const path of gone) site.pages.delete(path)
  const differences = { added: 2, changed: 3, missing: 3, skipped: 0 }
  expect(await scan()).toMatchObject({ outcome: 'ok', found: count - 1, ...differences, problems: [] })
  const updated = [...edited, '/first', '/last'].map((path) => `update ${path}`)
  await untilDistinct(updated)
  expect(distinct()).toEqual(new Set(updated))

  // One of them is named again before it counts as removed.
  serveFile('/sitemap.xml', sitemap([{ path: '/first' }, ...dates, { path: '/last' }, pages[1_010] ?? { path: '' }]))
  expect(await scan()).toMatchObject({ outcome: 'ok', added: 0, changed: 0, missing: 2 })
  const expected = [...updated, 'delete /page-10', 'delete /page-2010']
  await untilDistinct(expected)
  expect(distinct()).toEqual(new Set(expected))
  await until('they are forgotten', async () => (await watches.getWatch(key)).pages === count)
})
