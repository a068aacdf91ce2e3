import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach } from '@jest/globals'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { Watches } from '@pagebell/rpc/contracts'
import { until } from '@pagebell/testing/until'
import type { WatchSettings } from '../src/watches/watch.ts'
import { type Changes, type PagesWorld, page } from './start-pages.ts'
import { running, site, usePages, world } from './use-pages.ts'

export let watches: RpcClient<typeof Watches>
/** The copy of the service that they are called at. */
export let copy: Awaited<ReturnType<PagesWorld['startCopy']>>
/** The key of a watch of a new account and project. */
export let key: { account_id: string; project_id: string; id: string }

/** Starts one copy of the service, and a site and a project before each test. */
export function useWatches(changes: () => Promise<Changes> = async () => ({})): void {
  usePages({ sites: 'each' })
  beforeAll(async () => {
    copy = running.use(await world.startCopy(await changes()))
    watches = running.use(world.callWatches(copy))
  })
  beforeEach(() => {
    key = { account_id: randomUUID(), project_id: randomUUID(), id: 'main' }
  })
}

export type Entry = { path: string; lastmod?: string }
export const entries = (paths: string[], lastmod?: string): Entry[] =>
  paths.map((path) => ({ path, ...(lastmod !== undefined && { lastmod }) }))
/** `count` pages of which no more than three have the same date, which a file needs to be trusted. */
export const dated = (count: number): Entry[] =>
  Array.from({ length: count }, (_, n) => {
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 3))).toISOString().slice(0, 10)
    return { path: `/page-${n}`, lastmod: day }
  })

export function sitemap(listed: Entry[]): string {
  const urls = listed.map(({ path, lastmod }) => {
    const date = lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<url><loc>${site.origin}${path}</loc>${date}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>`
}

/** Serves the pages and a sitemap of them. */
export function serve(listed: Entry[], words: (path: string) => string = (path) => `Words of ${path}.`): void {
  for (const { path } of listed) site.pages.set(path, { html: page(words(path)) })
  serveFile('/sitemap.xml', sitemap(listed))
}

export function serveFile(path: string, body: string, headers: Record<string, string> = {}): void {
  site.pages.set(path, { html: body, headers: { 'content-type': 'application/xml', ...headers } })
}

export function putWatch(changes: Partial<WatchSettings> = {}, id: string = key.id, place: object = {}) {
  const settings: WatchSettings = {
    url: `${site.origin}/sitemap.xml`,
    kind: 'auto',
    every_minutes: 60,
    trust: 'auto',
    deletes: 'send',
    first: 'remember',
    include: [],
    exclude: [],
    ...changes,
  }
  return watches.putWatch({ ...key, ...place, id, project: '127.0.0.1', settings })
}

const scansOf = async () => (await watches.listScans({ ...key, per_page: 100 })).scans

/** Waits for the first scan of a watch that was put. */
export async function firstScan() {
  await until('it is scanned', async () => (await scansOf()).length === 1)
  return scansOf().then(([scan]) => scan)
}

/** Scans the watch once more, and returns what the scan says. */
export async function scan({ believe = false } = {}) {
  const before = (await scansOf()).length
  await watches.scanWatch({ ...key, believe })
  await until('it is scanned again', async () => (await scansOf()).length > before)
  return scansOf().then(([newest]) => newest)
}

export const taken = (): string[] => world.intake.takenOf(key.project_id).toSorted()
export const untilTaken = (count: number) => until(`${count} are handed over`, () => taken().length >= count)

/** Makes the next looks at all pages of the watch due. */
export async function lookNow(): Promise<void> {
  const values = [key.project_id]
  await world.db.query({
    text: 'update watch_url set look_at = now() where project_id = $1 and look_at is not null',
    values,
  })
  await world.db.query({ text: 'update watch set look_at = now() where project_id = $1', values })
  await until('all are looked at', async () => {
    const text = `select from watch_url where project_id = $1 and look_at < now() + interval '1 minute'
      union all select from page_check where project_id = $1`
    return (await world.db.query({ text, values })).rowCount === 0
  })
}
