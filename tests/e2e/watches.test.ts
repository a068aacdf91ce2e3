import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { workspace } from '@pagebell/start/service-list'
import { until } from '@pagebell/testing/until'
import { quietEnv, startTestSystem, type TestSystem } from './test-system.ts'

type Watch = { pages: number; waiting: number; last_scan: { id: string; outcome: string } | null }

const project = '127.0.0.1'
const watch = `/projects/${project}/watches/main`
let system: TestSystem
let site: Server
let origin: string
/** The paths of the sitemap with their dates; each is a page. */
let listed: Map<string, string>

beforeAll(async () => {
  listed = new Map(
    Array.from({ length: 30 }, (_, n) => [`/page-${n}`, `2026-01-${String(1 + (n % 28)).padStart(2, '0')}`]),
  )
  site = createServer((request, response) => {
    const path = request.url ?? ''
    const date = listed.get(path)
    const urls = [...listed].map(([page, day]) => `<url><loc>${origin}${page}</loc><lastmod>${day}</lastmod></url>`)
    if (path === '/sitemap.xml') return response.end(`<urlset>${urls.join('')}</urlset>`)
    response.writeHead(date === undefined ? 404 : 200, { 'content-type': 'text/html' })
    return response.end(`<title>Tea</title><main>${path} of ${date}</main>`)
  })
  await new Promise<void>((resolve) => site.listen(0, project, resolve))
  origin = `http://${project}:${(site.address() as AddressInfo).port}`
  system = await startTestSystem({ env: { SANDBOX_FETCH_KEY_FILES: '0', DEDUPE_WINDOW_SECONDS: '1' } })
  await system.api('POST', '/projects', { body: { project } })
})

afterAll(async () => {
  await system?.destroy()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

/** Longer than until a failed step is tried again: the hand-over, pre-flight and the engine wait for 5 to 30 s. */
const wayMs = 120_000

const find = async (): Promise<Watch> => (await system.api<{ data: Watch }>('GET', watch)).body.data

async function scan(): Promise<void> {
  const before = (await find()).last_scan?.id
  await system.api('POST', `${watch}/scan`, { body: {} })
  await until('it is scanned', async () => (await find()).last_scan?.id !== before)
}

/** An engine may get a page twice. */
async function untilReceived(paths: string[]): Promise<Set<string>> {
  const received = async () => new Set((await system.received()).map((url) => new URL(url).pathname))
  await until('the engine has it', async () => (await received()).size >= paths.length, wayMs)
  return received()
}

it('a site without a webhook is watched, and engines hear of what is new, changed and gone', async () => {
  await system.api('PUT', watch, { body: { url: `${origin}/sitemap.xml` } })
  await until('the first scan is over', async () => (await find()).pages === 30)
  listed.set('/page-1', '2026-11-20').set('/new', '2026-11-21').delete('/page-2')
  await scan()
  expect(await untilReceived(['/new', '/page-1'])).toEqual(new Set(['/new', '/page-1']))
  await scan()
  expect(await untilReceived(['/new', '/page-1', '/page-2'])).toEqual(new Set(['/new', '/page-1', '/page-2']))
  const { body } = await system.api<{ data: { quota: { day: { used: number } } } }>('GET', '/account')
  expect(body.data.quota.day.used).toBe(3)
}, 400_000)

it('an operator lists the watches of an account, and scans those of a project', async () => {
  const { email } = system.demo
  const list = ['watches', 'list', '--email', email]
  const { watches } = await system.admin<{ watches: object[] }>(...list)
  // `unchanged` if the site answered 304.
  const outcome = expect.stringMatching(/^(ok|unchanged)$/)
  expect(watches).toMatchObject([{ project, id: 'main', last_scan: { outcome }, waiting: 0 }])
  const program = 'services/project/src/admin/admin-main.ts'
  const env = { ...quietEnv(), ...system.env }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...list], { cwd: workspace, env })
  const [, words] = stdout.split(`main  ${origin}/sitemap.xml  `)
  expect(words).toMatch(
    /^\d+ pages, 0 waiting, 0 held {2}scanned \S+: (ok|unchanged), 0 new, .* missing {2}next \S+\n$/,
  )

  const before = (await find()).last_scan?.id
  expect(await system.admin('watches', 'scan', '--email', email, '--project', project)).toEqual({ due: ['main'] })
  await until('it is scanned', async () => (await find()).last_scan?.id !== before)
  const unknown = system.admin('watches', 'scan', '--email', email, '--project', project, '--watch', 'other')
  await expect(unknown).rejects.toMatchObject({ code: 1, stderr: 'There is no such watch.\n' })
}, 400_000)
