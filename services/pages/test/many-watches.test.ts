import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { timing } from '../src/config.ts'
import { killCopy, spawnCopy } from './spawn-copy.ts'
import { usePages, world } from './use-pages.ts'

// 2,000 watches of 2,000 projects are due in one hour, and two copies scan each once within it, while one of them is killed
// every 30 s. The hour may be shorter: watches are due faster then, and leases end sooner by the same factor; kills, polls and
// the pace of requests keep their times.

usePages({ sites: 'one' })

const minutes = Number(process.env['MANY_WATCHES_MINUTES'] ?? 10)
/** A sixth of it, the rest after the last due watch, is longer than a kill, a lease and the start of a copy. */
const minMinutes = 6
if (!(minutes >= minMinutes)) throw new Error(`MANY_WATCHES_MINUTES is at least ${minMinutes}; kills come every 30 s.`)
const hourMs = minutes * 60_000
/** The last tenth of an hour and more is for those whose copy was killed: their leases end after three minutes. */
const dueMs = (hourMs * 50) / 60
const killMs = 30_000
const watched = 2_000
const pagesOfSite = 20
const lease = (timing.lease * minutes) / 60

/** Each site has a separate host, all of them in one server. */
const hostOf = (n: number): string => `127.1.${Math.floor(n / 250)}.${1 + (n % 250)}`
const requests = new Map<string, number>()
let server: Server
let port: number

beforeAll(async () => {
  server = createServer(({ headers: { host = '' } }, response) => {
    requests.set(host, (requests.get(host) ?? 0) + 1)
    const urls = Array.from({ length: pagesOfSite }, (_, n) => `http://${host}/page-${n}`)
    response.writeHead(200, { 'content-type': 'text/plain' }).end(urls.join('\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await world.db.query<Row>({ text, values })).rows
const scanned = async (): Promise<number> => (await query('select from watch_scan')).length
const passed = (at: number) => until('it is time', () => performance.now() >= at, hourMs * 2)

type Due = { project_id: string; at: string }
type Scan = { project_id: string; ended_at: string; outcome: string; added: number }

async function insertWatches(): Promise<Due[]> {
  const hosts = Array.from({ length: watched }, (_, n) => hostOf(n))
  return query<Due>(
    `
      insert into watch (account_id, project_id, id, project, url, kind, every_minutes, trust, deletes, first, include,
        exclude, next_scan_at)
      select gen_random_uuid(), gen_random_uuid(), 'main', host, 'http://' || host || ':' || $2 || '/sitemap.txt',
        'auto', 10080, 'dates', 'send', 'send', '{}', '{}',
        clock_timestamp() + n * $3::float8 / $4::integer * interval '1 millisecond'
      from unnest($1::text[]) with ordinality as site (host, n)
      returning project_id, next_scan_at as at`,
    [hosts, String(port), dueMs, watched],
  )
}

/** How long the scans took from the first due watch on, and how late each was, in seconds, the least late first. */
function measure(due: Due[], scans: Scan[]): { minutesTaken: number; late: number[] } {
  const endedAt = new Map(scans.map(({ project_id, ended_at }) => [project_id, Date.parse(ended_at)]))
  const first = Math.min(...due.map(({ at }) => Date.parse(at)))
  const late = due.map(({ project_id, at }) => ((endedAt.get(project_id) ?? Number.NaN) - Date.parse(at)) / 1_000)
  return { minutesTaken: (Math.max(...endedAt.values()) - first) / 60_000, late: late.toSorted((a, b) => a - b) }
}

it(`${watched} watches that are due in one hour are scanned within it, each once`, async () => {
  const changes = { timing: { ...timing, lease } }
  const copies = [await spawnCopy(changes), await spawnCopy(changes)]
  const due = await insertWatches()
  const began = performance.now()
  let kills = 0
  for (let at = began + killMs; (await scanned()) < watched; at += killMs) {
    await passed(at)
    expect(performance.now() - began).toBeLessThan(hourMs + killMs)
    const [oldest] = copies.splice(0, 1)
    if (oldest !== undefined) await killCopy(oldest)
    kills += 1
    copies.push(await spawnCopy(changes))
  }
  const isHandedOver = async () => (await query('select from watch_url where wanted is not null limit 1')).length === 0
  await until('all is handed over', isHandedOver, 180_000)

  const scans = await query<Scan>('select project_id, ended_at, outcome, added from watch_scan')
  const { minutesTaken, late } = measure(due, scans)
  const lateBy = (share: number): string => `${late[Math.ceil(watched * share) - 1]?.toFixed(1)} s`
  const again = [...requests.values()].filter((count) => count > 1).length
  process.stderr.write(
    [
      `${watched} watches due within ${(dueMs / 60_000).toFixed(1)} minutes, two copies, ${kills} kills:`,
      `all scanned after ${minutesTaken.toFixed(1)} of ${minutes} minutes,`,
      `late by ${lateBy(0.5)} (median), ${lateBy(0.99)} (99 %), ${lateBy(1)} (most);`,
      `${again} files requested again after a kill\n`,
    ].join(' '),
  )
  expect(kills).toBeGreaterThanOrEqual(Math.floor(dueMs / killMs))
  expect(scans).toHaveLength(watched)
  expect(new Set(scans.map(({ project_id }) => project_id)).size).toBe(watched)
  expect(scans.filter(({ outcome, added }) => outcome !== 'ok' || added !== pagesOfSite)).toEqual([])
  expect(minutesTaken).toBeLessThan(minutes)
  const incomplete = due.filter(({ project_id }) => new Set(world.intake.takenOf(project_id)).size !== pagesOfSite)
  expect(incomplete).toEqual([])
}, 7_800_000)
