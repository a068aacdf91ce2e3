import { describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { submission } from './start-pages.ts'
import { site, world } from './use-pages.ts'
import {
  dated,
  entries,
  firstScan,
  key,
  lookNow,
  putWatch,
  scan,
  serve,
  taken,
  untilTaken,
  useWatches,
  watches,
} from './use-watches.ts'

useWatches()

const paths = ['/a', '/b', '/c']
const undated = entries(paths)

describe('a page whose date is not trusted', () => {
  it('is looked at, and handed over when its words have changed', async () => {
    serve(undated)
    await putWatch()
    expect(await firstScan()).toMatchObject({ outcome: 'ok', found: 3 })
    await lookNow()
    serve(undated, (path) => (path === '/b' ? 'Other words.' : `Words of ${path}.`))
    await lookNow()
    await untilTaken(1)
    await lookNow()
    expect(taken()).toEqual(['update /b'])
    expect(await watches.getWatch(key)).toMatchObject({ files: [{ dates_are_trusted: false }] })
  })

  it('is handed over when it is gone, has moved, or may no longer be shown', async () => {
    serve(undated)
    await putWatch()
    await firstScan()
    await lookNow()
    site.pages.delete('/a')
    site.pages.set('/b', { status: 301, headers: { location: '/elsewhere' } })
    site.pages.set('/c', { html: '<meta name="robots" content="noindex"><main>Words of /c.</main>' })
    await lookNow()
    await untilTaken(3)
    await lookNow()
    expect(taken()).toEqual(paths.map((path) => `update ${path}`))
  })

  it('is looked at also where the dates of its file are trusted, and it has none', async () => {
    const listed = [...dated(30), { path: '/home' }]
    serve(listed)
    await putWatch()
    await firstScan()
    await lookNow()
    serve(listed, () => 'Other words.')
    await lookNow()
    await untilTaken(1)
    expect(taken()).toEqual(['update /home'])
    expect(await watches.getWatch(key)).toMatchObject({ files: [{ dates_are_trusted: true }] })
  })

  it('is not handed over for an outage', async () => {
    serve(undated)
    await putWatch()
    await firstScan()
    await lookNow()
    for (const path of paths) site.pages.set(path, { status: 503 })
    await lookNow()
    serve(undated)
    await lookNow()
    expect(taken()).toEqual([])
  })

  it('is looked at next when its date moves', async () => {
    serve(entries(paths, '2026-11-20'))
    await putWatch()
    await firstScan()
    await lookNow()
    const before = site.askedFor('/a')
    serve([...entries(['/a'], '2026-11-26'), ...entries(['/b', '/c'], '2026-11-20')], (path) =>
      path === '/a' ? 'Other words.' : `Words of ${path}.`,
    )
    expect(await scan()).toMatchObject({ changed: 1 })
    await untilTaken(1)
    expect(taken()).toEqual(['update /a'])
    expect(site.askedFor('/a')).toBeGreaterThan(before)
  })
})

it('a second change on the day of a page’s date is found after that day', async () => {
  const pages = dated(30)
  const today = new Date().toISOString().slice(0, 10)
  serve(pages)
  await putWatch()
  await firstScan()
  serve([{ path: '/page-0', lastmod: today }, ...pages.slice(1)], () => 'First change.')
  await scan()
  await untilTaken(1)
  // Pre-flight sees the page when intake submits it.
  const { account_id, project_id } = key
  const batch = submission(site.origin, ['/page-0'], { account_id, project_id })
  await world.submit(batch)
  await world.decided(batch)
  site.pages.set('/page-0', { html: '<main>Second change.</main>' })
  await lookNow()
  await untilTaken(2)
  expect(taken()).toEqual(['update /page-0', 'update /page-0'])
})

it('dates that moved although nothing had changed are trusted no more', async () => {
  const pages = dated(60)
  serve(pages)
  await putWatch()
  await firstScan()
  const { account_id, project_id } = key
  serve(pages.map((one, n) => (n < 25 ? { ...one, lastmod: `2026-10-${n + 1 < 10 ? '0' : ''}${n + 1}` } : one)))
  expect(await scan()).toMatchObject({ changed: 25 })
  await untilTaken(25)
  await world.db.query({
    text: `insert into page_verdict (account_id, project_id, url_hash, id, batch_id, channel, action, verdict, reason)
      select account_id, project_id, url_hash, gen_random_uuid(), gen_random_uuid(), 'indexnow', 'update', 'skip', 'unchanged'
      from watch_url where project_id = $1 and date_moved_at is not null`,
    values: [project_id],
  })
  await scan()
  const { files } = await watches.getWatch({ ...key, account_id })
  expect(files).toMatchObject([
    { dates_are_trusted: false, dates: 'Of 25 pages whose dates moved, 25 had not changed.' },
  ])
})

it('looks use half of the limit of checks, and go on the next day', async () => {
  const { account_id, project_id } = key
  await world.setPlan({ account_id, limits: { urls_per_day: 0, urls_per_month: null }, version: 1 })
  await until('the plan is known', async () => {
    const text = 'select from account_limit where account_id = $1'
    return (await world.db.query({ text, values: [account_id] })).rowCount === 1
  })
  const today = `(clock_timestamp() at time zone 'UTC')::date`
  await world.db.query({ text: `insert into check_use values ($1, ${today}, 498)`, values: [account_id] })
  serve(undated)
  await putWatch()
  await firstScan()
  const values = [project_id]
  await world.db.query({ text: 'update watch_url set look_at = now() where project_id = $1', values })
  await world.db.query({ text: 'update watch set look_at = now() where project_id = $1', values })
  const looked = () => paths.filter((path) => site.askedFor(path) > 0).length
  await until('two are looked at', () => looked() === 2)
  const text = 'select used from check_use where account_id = $1'
  expect((await world.db.query<{ used: number }>({ text, values: [account_id] })).rows).toEqual([{ used: 500 }])
  await scan()
  expect(looked()).toBe(2)
})
