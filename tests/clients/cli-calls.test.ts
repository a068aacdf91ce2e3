import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { runCli, startCli } from './run-cli.ts'

// What a running system does not do on request: the API is a server of the test.

type Call = { method: string | undefined; address: URL; body: { url: string } }
type Reply = { status: number; body: object; headers?: Record<string, string> }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagebell-calls-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function startApi(reply: (call: Call) => Reply | Promise<Reply>) {
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request
    const sent = method === 'POST' ? ((await json(request)) as Call['body']) : { url: '' }
    const { status, body, headers } = await reply({ method, address: new URL(url, 'http://api'), body: sent })
    response.writeHead(status, headers).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: { HOME: folder, PAGEBELL_URL: url, PAGEBELL_API_KEY: 'pbk_test' },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const problem = (status: number, code: string, detail: string): Reply => ({
  status,
  body: { type: 'about:blank', title: 'T', status, code, detail, message: detail },
  // Longer than a client waits.
  headers: { 'retry-after': '86400' },
})
const reportJson = (id: string, more: object) => ({ data: { id, page: `https://pagebell.example/r/${id}`, ...more } })
const done = { status: 'done', score: 90, result: 'good', results: {} }

it('report rates the other pages when the plan has no room for one, and writes its files', async () => {
  const [good = '', full = '', late = ''] = ['good', 'full', 'late'].map((name) => `https://site.example/${name}`)
  const refused: Record<string, Reply> = {
    [full]: problem(409, 'report_limit_reached', 'There are enough reports.'),
    [late]: problem(429, 'analysis_limit_reached', 'There were enough analyses.'),
  }
  await using api = await startApi(({ method, body: { url } }) =>
    method === 'GET'
      ? { status: 200, body: reportJson('1', done) }
      : (refused[url] ?? { status: 201, body: reportJson('1', { status: 'queued' }) }),
  )
  const file = join(folder, 'report.md')
  const { code, stdout, stderr } = await runCli(['report', full, good, late, '--write', `md=${file}`], { env: api.env })
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout.split('\n').filter((line) => line.startsWith('https:'))).toEqual([
    `${full}  not rated: There are enough reports.`,
    `${good}  good 90`,
    `${late}  not rated: There were enough analyses.`,
  ])
  expect(readFileSync(file, 'utf8')).toContain('[90, good]')
})

it('report asks for no further page after an error that is not about one', async () => {
  const urls = Array.from({ length: 16 }, (_, number) => `https://site.example/${number}`)
  const created: string[] = []
  const read = new Set<string>()
  await using api = await startApi(async ({ method, address: { pathname }, body: { url } }) => {
    if (method === 'GET') {
      // Rated at the second request.
      const isRead = read.has(pathname)
      read.add(pathname)
      return { status: 200, body: reportJson('1', isRead ? done : { status: 'queued' }) }
    }
    created.push(url)
    if (url !== urls[0]) return { status: 201, body: reportJson(String(created.length), { status: 'queued' }) }
    await until('the others are in progress', () => read.size > 1)
    return problem(401, 'unauthenticated', 'This key is revoked.')
  })
  const { code, stdout, stderr } = await runCli(['report', ...urls], { env: api.env })
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('This key is revoked.')])
  expect(created.length).toBeLessThan(urls.length)
})

/** In the process with it, ten minutes pass in a second. */
const fastClock = 'const { now } = Date; const start = now(); Date.now = () => start + (now() - start) * 600'

it('deliveries --follow reads again from the oldest delivery that may still end', async () => {
  const froms: number[] = []
  const submittedAt = (seconds: number) => (froms[0] ?? 0) + seconds * 1_000
  const open = { held: { status: 'held', next_at: null }, due: { status: 'pending', next_at: '2026-11-29T12:00:00Z' } }
  const ended = new Set<string>()
  await using api = await startApi(({ address: { searchParams } }) => {
    const from = Date.parse(searchParams.get('from') ?? '')
    // Before it follows, it has the API judge the status.
    if (Number.isNaN(from)) return { status: 200, body: { data: [], meta: { next_cursor: null } } }
    froms.push(from)
    const data = Object.entries({ due: open.due, held: open.held, other: { status: 'skipped', next_at: null } })
      .map(([id, state], index) => ({
        id,
        channel: 'indexnow',
        url: `https://site.example/${id}`,
        reason: null,
        submitted_at: new Date(submittedAt(3 - index)).toISOString(),
        ...(ended.has(id) ? { status: 'delivered', next_at: null } : state),
      }))
      .filter((one) => Date.parse(one.submitted_at) >= from)
      .filter(({ status }) => status === (searchParams.get('status') ?? status))
    return { status: 200, body: { data, meta: { next_cursor: null } } }
  })
  const interrupt = new AbortController()
  const following = startCli(['deliveries', '--follow', '--status', 'delivered'], {
    env: { ...api.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fastClock)}` },
    signal: interrupt.signal,
  })
  for (const id of ['held', 'due']) {
    const passes = froms.length
    await until('two more passes have begun after one', () => froms.length > passes + 2)
    ended.add(id)
    await until('it is printed', () => following.stdout().endsWith(`delivered\tindexnow\thttps://site.example/${id}\n`))
  }
  await until('no delivery is read again', () => (froms.at(-1) ?? 0) > submittedAt(3))
  interrupt.abort()
  const { stdout } = await following.ended
  expect(stdout.match(/\S+$/gm)).toEqual(['https://site.example/held', 'https://site.example/due'])
})
