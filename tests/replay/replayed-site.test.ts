import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { type Build, type Known, makeHistory, renderPage, type Truth, truthOf } from './site-history.ts'

// A site over its commits, as a deploy hook reports it that does not know what has changed: at each commit all of its pages, before the new
// build is public. What engines hear has to be what is true, page by page.

type Delivery = { url: string; status: string; reason: string | null; action: string }

const commits = 30
const seed = 2_026
const project = '127.0.0.1'
const timeoutMs = 120_000

let system: TestSystem
let site: Server
let origin: string
let hook: string
let shown: Build
/** What was requested, and of which build. */
let requests: { path: string; build: number }[]

beforeAll(async () => {
  requests = []
  site = createServer((request, response) => {
    const path = request.url ?? ''
    // What is read to find blocks that change by themselves is no check.
    const isCheck = request.headers['cache-control'] === undefined || path === '/version.txt'
    if (isCheck) requests.push({ path, build: shown.number })
    const { status, body, location } = answerTo(path)
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...(location && { location }) }).end(body)
  })
  await new Promise<void>((resolve) => site.listen(0, project, resolve))
  origin = `http://${project}:${(site.address() as AddressInfo).port}`
  // Each commit submits all pages again, and the engine is not asked for a key file.
  system = await startTestSystem({ env: { SANDBOX_FETCH_KEY_FILES: '0', DEDUPE_WINDOW_SECONDS: '1' } })
  await system.api('POST', '/projects', { body: { project } })
  const made = await system.api<{ data: { url: string } }>('POST', `/projects/${project}/hook`, { body: { grace: 0 } })
  hook = `${system.addresses.publicUrl}${new URL(made.body.data.url).pathname}`
})

afterAll(async () => {
  await system?.destroy()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

type Answer = { status: number; body: string; location?: string }

function answerTo(path: string): Answer {
  if (path === '/version.txt') return { status: 200, body: `build ${shown.number}.` }
  if (path === '/') return { status: 200, body: renderPage(shown, '/', 'Welcome.', false) }
  const page = shown.pages.get(path)
  switch (page?.kind) {
    case 'live':
    case 'noindex':
      return { status: 200, body: renderPage(shown, path, page.words, page.kind === 'noindex') }
    case 'moved':
      return { status: 301, body: '', location: page.target }
    default:
      return { status: 404, body: '<!doctype html><title>Not found</title><p>Not found</p>' }
  }
}

async function submit(paths: string[], action: string, build: Build): Promise<string> {
  const wait = { url: `${origin}/version.txt`, contains: `build ${build.number}.`, for_seconds: 600 }
  const body = { urls: paths.map((path) => origin + path), action, channel: 'indexnow', wait }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(hook, { method: 'POST', headers, body: JSON.stringify(body) })
  const answered = (await response.json()) as { batch_id: string; accepted: number }
  expect({ status: response.status, accepted: answered.accepted }).toEqual({ status: 202, accepted: paths.length })
  return answered.batch_id
}

/** The deliveries of batches, once each has ended. */
function ended(batches: string[]): Promise<Delivery[]> {
  return until(
    'every delivery of the commit has ended',
    async () => {
      const lists = await Promise.all(
        batches.map((batch) =>
          system.api<{ data: Delivery[] }>('GET', `/projects/${project}/deliveries?batch=${batch}&per_page=100`),
        ),
      )
      const deliveries = lists.flatMap(({ body }) => body.data)
      const isOver = deliveries.every(({ status }) => ['delivered', 'skipped', 'rejected'].includes(status))
      return isOver && deliveries.length > 0 && deliveries
    },
    timeoutMs,
  )
}

/** Waits until the pages service has heard of what the engine took: the next commit is compared with that. */
async function untilKnown(paths: string[], since: string): Promise<void> {
  type Listed = { url: string; announced: { at: string }[] }
  await until(
    'the announcements are known',
    async () => {
      const { body } = await system.api<{ data: Listed[] }>('GET', `/projects/${project}/pages?per_page=100`)
      const known = new Set(
        body.data.filter(({ announced }) => announced.some(({ at }) => at >= since)).map(({ url }) => url),
      )
      return paths.every((path) => known.has(origin + path))
    },
    timeoutMs,
  )
}

const outcomeOf = ({ status, reason }: Delivery): string => (status === 'delivered' ? 'send' : String(reason))

it(`an engine hears of ${commits} commits what is true, and no page of an old build is requested`, async () => {
  const known: Known = new Map()
  let heard = 0
  const counts: Record<Truth, number> = { send: 0, unchanged: 0, noindex: 0, redirects: 0 }
  const history = makeHistory(commits, seed)
  shown = history[0] as Build
  for (const [number, build] of history.entries()) {
    const truth = truthOf(build, known)
    const gone = [...truth.keys()].filter((path) => build.pages.get(path)?.kind === 'gone')
    const others = [...truth.keys()].filter((path) => !gone.includes(path))
    const since = new Date().toISOString()
    requests = []

    const batches = [await submit(others, 'update', build)]
    if (gone.length > 0) batches.push(await submit(gone, 'delete', build))
    await until(
      'the deploy is awaited',
      () => number === 0 || requests.some(({ path }) => path === '/version.txt'),
      timeoutMs,
    )
    expect(requests.filter(({ path, build: of }) => path.startsWith('/page-') && of !== build.number)).toEqual([])
    // The deploy is over.
    shown = build
    const deliveries = await ended(batches)

    const outcomes = Object.fromEntries(deliveries.map((one) => [new URL(one.url).pathname, outcomeOf(one)]))
    expect({ commit: number, outcomes }).toEqual({ commit: number, outcomes: Object.fromEntries(truth) })
    expect(requests.filter(({ path, build: of }) => path.startsWith('/page-') && of !== build.number)).toEqual([])
    const sent = [...truth].filter(([, is]) => is === 'send').map(([path]) => path)
    const received = (await system.received()).slice(heard)
    expect(received.toSorted()).toEqual(sent.map((path) => origin + path).toSorted())
    heard += received.length
    await untilKnown(sent, since)
    for (const path of sent) known.set(path, build.pages.get(path) as never)
    for (const is of truth.values()) counts[is] += 1
  }
  process.stderr.write(`${commits} commits: ${JSON.stringify(counts)}\n`)
}, 1_800_000)
