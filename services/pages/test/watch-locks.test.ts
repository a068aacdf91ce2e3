import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import type { Queryable, Statement } from '@pagebell/postgres/database'
import { packPages } from '@pagebell/sitemaps/packed-pages'
import { until } from '@pagebell/testing/until'
import { endHandOver, type WantedUrl } from '../src/watches/hand-over.sql.ts'
import type { ReadFile } from '../src/watches/read-files.ts'
import { endScan } from '../src/watches/scan-watch.ts'
import type { ClaimedWatch } from '../src/watches/watches.sql.ts'
import { site, world } from './use-pages.ts'
import {
  dated,
  type Entry,
  entries,
  firstScan,
  key,
  putWatch,
  serve,
  serveFile,
  sitemap,
  taken,
  untilTaken,
  useWatches,
  watches,
} from './use-watches.ts'

useWatches()

// A scan is compared in two portions: the transaction of each test stops between them.
const count = 500
const paths = Array.from({ length: count }, (_, n) => `/page-${n}`)
/** A new date of one page of the first portion, and of all pages of the second. */
const moved = (n: number): boolean => n === 0 || n >= count / 2
const movedEntries = (): Entry[] => dated(count).map((one, n) => (moved(n) ? { ...one, lastmod: '2026-11-20' } : one))

const update = (text: string, project: string = key.project_id) => world.db.query({ text, values: [project] })
const isWaiting = async (): Promise<boolean> => {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await world.db.query({ text })).rowCount > 0
}

/** Stores a scan of the watch up to its second portion; `goOn` stores the rest. */
async function storeHalf(listed: Entry[]) {
  const { rows } = await world.db.query<ClaimedWatch>({
    text: 'update watch set lease = gen_random_uuid() where project_id = $1 returning *',
    values: [key.project_id],
  })
  const [watch] = rows as [ClaimedWatch]
  const pages = packPages()
  for (const { path, lastmod = null } of listed) pages.add({ url: site.origin + path, lastmod })
  const files = watch.files.map((file): ReadFile => ({ ...file, state: 'read', listed: pages.pack() }))
  const half = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  let portions = 0
  const stopped = (q: Queryable): Queryable => ({
    async query<Row>(statement: Statement) {
      if (statement.name === 'find-known-urls') portions += 1
      if (statement.name === 'find-known-urls' && portions === 2) {
        half.resolve()
        await rest.promise
      }
      return q.query<Row>(statement)
    },
  })
  const scan = { id: randomUUID(), began_at: new Date().toISOString() }
  const read = { files, problems: [], isComplete: true }
  const stored = world.db.transaction((q) => endScan(stopped(q), watch, read, scan))
  await Promise.race([half.promise, stored])
  return { stored, goOn: () => rest.resolve() }
}

it('a scan that is being stored delays looks at the pages of no other watch', async () => {
  serve(entries(paths, '2026-11-20'))
  await putWatch()
  await firstScan()
  const others = { account_id: randomUUID(), project_id: randomUUID() }
  site.pages.set('/other', { html: '<main>Other words.</main>' })
  serveFile('/other.xml', sitemap(entries(['/other'])))
  await putWatch({ url: `${site.origin}/other.xml` }, 'main', others)
  await until('it is scanned', async () => (await watches.getWatch({ ...others, id: 'main' })).pages === 1)

  await update('update watch set look_at = null where project_id = $1')
  await update('update watch_url set look_at = now() where project_id = $1')
  const { stored, goOn } = await storeHalf(entries(paths, '2026-11-26'))
  await update(`update watch set look_at = now() - interval '1 minute' where project_id = $1`)
  await update('update watch_url set look_at = now() where project_id = $1', others.project_id)
  await update('update watch set look_at = now() where project_id = $1', others.project_id)
  await until('the page of the other watch is looked at', () => site.askedFor('/other') > 0)
  expect(paths.filter((path) => site.askedFor(path) > 0)).toEqual([])
  goOn()
  expect(await stored).toBe('ok')
  await until('its own pages are looked at', () => paths.some((path) => site.askedFor(path) > 0))
})

it.each<[string, () => Promise<unknown>]>([
  ['is deleted', () => watches.deleteWatch(key)],
  ['gets another URL', () => putWatch({ url: `${site.origin}/other.xml` })],
  ['has its held removals sent', () => watches.decideHeld({ ...key, decision: 'send' })],
])('a watch that %s while a scan is being stored is changed after it', async (_, change) => {
  serve(dated(count))
  await putWatch({ deletes: 'hold' })
  await firstScan()
  await update(`update watch_url set wanted = 'held' where project_id = $1`)
  const { stored, goOn } = await storeHalf(movedEntries())
  const changed = change()
  await until('the change waits', isWaiting)
  goOn()
  expect(await Promise.allSettled([stored, changed])).toMatchObject([
    { status: 'fulfilled', value: 'ok' },
    { status: 'fulfilled' },
  ])
})

it('the end of a hand-over waits for a scan that is being stored, and what that changes comes again', async () => {
  serve(dated(count))
  await putWatch()
  await firstScan()
  await update(`
    update watch_url set wanted = 'update', hand_over_at = date_trunc('milliseconds', now()) + interval '1 hour'
    where project_id = $1`)
  const { rows } = await world.db.query<WantedUrl>({
    // In an order in which pages of the second portion come first.
    text: 'select watch_id, url_hash, hand_over_at from watch_url where project_id = $1 order by url_hash',
    values: [key.project_id],
  })
  const { stored, goOn } = await storeHalf(movedEntries())
  const ended = endHandOver(world.db, { ...key, urls: rows })
  await until('it waits', isWaiting)
  goOn()
  expect(await Promise.allSettled([stored, ended])).toMatchObject([
    { status: 'fulfilled', value: 'ok' },
    { status: 'fulfilled' },
  ])
  const again = paths.filter((_, n) => moved(n)).map((path) => `update ${path}`)
  await untilTaken(again.length)
  await until('nothing waits', async () => (await watches.getWatch(key)).waiting === 0)
  expect(new Set(taken())).toEqual(new Set(again))
})
