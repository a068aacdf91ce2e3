import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from './test-system.ts'

type Answer = { status?: number; headers?: Record<string, string>; html?: string }
type Delivery = { url: string; status: string; reason: string | null; not_checked: string | null }
type Counts = { used: number; given_back: number }

const page = (words: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Tea</title>${head}</head><body><main><p>${words}</p></main></body></html>`

let system: TestSystem
let site: Server
let origin: string
let token: string
let project: string
let pages: Map<string, Answer>
/** Paths that are not answered. */
let slow: Map<string, () => void>

beforeAll(async () => {
  pages = new Map()
  slow = new Map()
  site = createServer((request, response) => {
    const isSlow = slow.get(request.url ?? '')
    // Not answered.
    if (isSlow !== undefined) return isSlow()
    const { status = 200, headers = {}, html = '' } = pages.get(request.url ?? '') ?? { status: 404 }
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  project = '127.0.0.1'
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  // A URL may be submitted again after a second. The engine takes what it is sent without fetching a key file.
  const env = { SANDBOX_FETCH_KEY_FILES: '0', DEDUPE_WINDOW_SECONDS: '1' }
  system = await startTestSystem({ env })
  await system.api('POST', '/projects', { body: { project } })
  const hook = await system.api<{ data: { url: string } }>('POST', `/projects/${project}/hook`, { body: { grace: 0 } })
  token = new URL(hook.body.data.url).pathname.split('/')[3] ?? ''
})

afterAll(async () => {
  await system?.destroy()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

beforeEach(() => {
  pages.set('/', { html: page('Welcome.') })
})

async function submit(paths: string[], more: object = {}): Promise<string> {
  const response = await fetch(`${system.addresses.publicUrl}/api/hooks/${token}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ urls: paths.map((path) => origin + path), preflight: true, channel: 'indexnow', ...more }),
  })
  const body = (await response.json()) as { batch_id: string }
  expect({ status: response.status, body }).toMatchObject({ status: 202 })
  return body.batch_id
}

async function deliveriesOf(batch: string): Promise<Delivery[]> {
  const { body } = await system.api<{ data: Delivery[] }>('GET', `/projects/${project}/deliveries?batch=${batch}`)
  return body.data
}

/** The deliveries of a batch by path, once each has ended. */
async function ended(batch: string, timeoutMs = 30_000): Promise<Record<string, Delivery>> {
  let deliveries: Delivery[] = []
  await until(
    'every delivery of the batch has ended',
    async () => {
      deliveries = await deliveriesOf(batch)
      return deliveries.length > 0 && deliveries.every(({ status }) => ['delivered', 'skipped'].includes(status))
    },
    timeoutMs,
  )
  return Object.fromEntries(deliveries.map((delivery) => [new URL(delivery.url).pathname, delivery]))
}

/** Submits a path once its window is over, and waits for the end. */
async function endedAgain(path: string): Promise<Record<string, Delivery>> {
  let batch: string | null = null
  await until('the window is over', async () => {
    batch = await trySubmit(path)
    return batch !== null
  })
  return ended(batch ?? '')
}

async function trySubmit(path: string): Promise<string | null> {
  const body = JSON.stringify({ urls: [origin + path], preflight: true, channel: 'indexnow' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${system.addresses.publicUrl}/api/hooks/${token}/submit`, {
    method: 'POST',
    headers,
    body,
  })
  const { batch_id, accepted } = (await response.json()) as { batch_id: string; accepted: number }
  return accepted === 1 ? batch_id : null
}

/** Waits until the pages service knows that the engine has taken the page. */
async function untilAnnounced(path: string, state: string): Promise<void> {
  await until(`the engine's last word is ${state}`, async () => {
    const { body } = await system.api<{ data: { url: string; announced: { state: string }[] }[] }>(
      'GET',
      `/projects/${project}/pages?per_page=100`,
    )
    const announced = body.data.find(({ url }) => url === origin + path)?.announced
    return announced?.some((one) => one.state === state)
  })
}

async function quota(): Promise<Counts> {
  const { body } = await system.api<{ data: { quota: { day: Counts } } }>('GET', '/account')
  const { used, given_back } = body.data.quota.day
  return { used, given_back }
}

/** A new one for each case: a URL that is submitted again within the window is a duplicate. */
let paths = 0
function nextPath(name: string): string {
  paths += 1
  return `/${name}-${paths}`
}

describe('pre-flight', () => {
  it('sends what is new, skips what asks not to be shown, and gives the charge back once', async () => {
    const [fresh, hidden, moved] = [nextPath('new'), nextPath('hidden'), nextPath('moved')]
    pages.set(fresh, { html: page('Assam, second flush.') })
    pages.set(hidden, { html: page('Draft.', '<meta name="robots" content="noindex">') })
    pages.set(moved, { status: 301, headers: { location: fresh } })
    const before = await quota()

    const deliveries = await ended(await submit([fresh, hidden, moved]))

    expect(deliveries[fresh]).toMatchObject({ status: 'delivered', not_checked: null, checked: { status: 200 } })
    expect(deliveries[hidden]).toMatchObject({ status: 'skipped', reason: 'noindex', checked: { indexable: false } })
    expect(deliveries[moved]).toMatchObject({ status: 'delivered', checked: { status: 301 } })
    expect(await system.received()).not.toContain(origin + hidden)
    await until('the charge is given back', async () => (await quota()).given_back === before.given_back + 1)
    expect(await quota()).toEqual({ used: before.used + 2, given_back: before.given_back + 1 })
  })

  it('skips a page that says what was announced, and announces noindex once', async () => {
    const path = nextPath('page')
    pages.set(path, { html: page('Darjeeling.') })
    expect((await ended(await submit([path])))[path]).toMatchObject({ status: 'delivered' })
    await untilAnnounced(path, 'live')

    expect((await endedAgain(path))[path]).toMatchObject({ status: 'skipped', reason: 'unchanged' })
    // Another build of the same words is the same page.
    pages.set(path, { html: page('Darjeeling.', '<meta name="generator" content="2"><script>var build = 2</script>') })
    expect((await endedAgain(path))[path]).toMatchObject({ status: 'skipped', reason: 'unchanged' })
    pages.set(path, { html: page('Darjeeling, first flush.') })
    expect((await endedAgain(path))[path]).toMatchObject({ status: 'delivered', checked: { changed: ['main'] } })
    await untilAnnounced(path, 'live')

    pages.set(path, { html: page('Darjeeling.', '<meta name="robots" content="noindex">') })
    expect((await endedAgain(path))[path]).toMatchObject({ status: 'delivered', checked: { indexable: false } })
    await untilAnnounced(path, 'noindex')
    expect((await endedAgain(path))[path]).toMatchObject({ status: 'skipped', reason: 'noindex' })
    expect((await system.received()).filter((url) => url === origin + path)).toHaveLength(3)
  })

  it('sends a removed page at once, and holds one that is still there', async () => {
    const [gone, there] = [nextPath('gone'), nextPath('there')]
    pages.set(there, { html: page('Still here.') })
    const batch = await submit([gone, there], { action: 'delete' })
    await until('one is sent and the other is held', async () => {
      const states = (await deliveriesOf(batch)).map(({ status, reason }) => `${status} ${reason}`)
      return states.includes('delivered null') && states.includes('checking still_there')
    })
  })

  it('decides by the setting of the project where a request does not say', async () => {
    const path = nextPath('hidden')
    pages.set(path, { headers: { 'x-robots-tag': 'noindex' }, html: page('Draft.') })
    const { body } = await system.api<{ data: { preflight: boolean } }>('PATCH', `/projects/${project}`, {
      body: { preflight: true },
    })
    expect(body.data.preflight).toBe(true)
    await until('intake knows the setting', async () => {
      const probe = nextPath('probe')
      pages.set(probe, { headers: { 'x-robots-tag': 'noindex' }, html: page('Draft.') })
      const deliveries = await ended(await submit([probe], { preflight: undefined }))
      return deliveries[probe]?.status === 'skipped'
    })
    await system.api('PATCH', `/projects/${project}`, { body: { preflight: false } })
  })

  it('sends unchanged pages where a request asks for it', async () => {
    const path = nextPath('hidden')
    pages.set(path, { headers: { 'x-robots-tag': 'noindex' }, html: page('Draft.') })
    const deliveries = await ended(await submit([path], { preflight: false }))
    expect(deliveries[path]).toMatchObject({ status: 'delivered', checked: null })
  })

  it('looks at no page before the deploy that a batch waits for', async () => {
    const path = nextPath('deployed')
    const version = nextPath('version.txt')
    pages.set(path, { html: page('The page of the old build.', '<meta name="robots" content="noindex">') })
    pages.set(version, { html: 'old' })
    const asked: string[] = []
    const note = (request: { url?: string | undefined }) => void asked.push(request.url ?? '')
    site.on('request', note)
    const batch = await submit([path], { wait: { url: origin + version, contains: 'new build' } })
    await until('the version is asked for', () => asked.includes(version))
    expect(await deliveriesOf(batch)).toMatchObject([{ status: 'checking', reason: 'waiting' }])
    expect(asked).not.toContain(path)

    pages.set(path, { html: page('The page of the new build.') })
    pages.set(version, { html: 'new build' })
    expect((await ended(batch))[path]).toMatchObject({ status: 'delivered', checked: { indexable: true } })
    site.off('request', note)
  })

  it('refuses to wait for a page of another site', async () => {
    const url = 'https://example.com/version.txt'
    const response = await fetch(`${system.addresses.publicUrl}/api/hooks/${token}/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ urls: [origin], channel: 'indexnow', wait: { url, contains: 'new' } }),
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: { 'wait.url': [expect.stringContaining(project)] } })
  })

  it('explains why a URL was not sent', async () => {
    const path = nextPath('hidden')
    pages.set(path, { html: page('Draft.', '<meta name="robots" content="noindex">') })
    const batch = await submit([path])
    await ended(batch)
    const url = encodeURIComponent(origin + path)
    const { body } = await system.api('GET', `/projects/${project}/pages/verdicts?url=${url}`)
    expect(body).toMatchObject({ data: [{ batch_id: batch, verdict: 'skip', reason: 'noindex', status: 200 }] })
  })

  it('decides once although pages is killed while it waits for a page, and again by another copy', async () => {
    const path = nextPath('slow')
    let isRequested = false
    slow.set(path, () => {
      isRequested = true
    })
    const before = await quota()
    const batch = await submit([path])
    await until('the page is asked for', () => isRequested)
    const killed = system.process('pages')
    killed.kill('SIGKILL')
    await killed.stop()
    expect((await deliveriesOf(batch)).map(({ status }) => status)).toEqual(['checking'])

    slow.delete(path)
    pages.set(path, { html: page('Draft.', '<meta name="robots" content="noindex">') })
    const copy = await system.launchCopy('pages', {})
    // The host is free when the lease of the copy that was killed has ended.
    expect((await ended(batch, 150_000))[path]).toMatchObject({ status: 'skipped', reason: 'noindex' })
    await until('the charge is given back', async () => (await quota()).given_back === before.given_back + 1)
    expect(await quota()).toEqual({ used: before.used, given_back: before.given_back + 1 })
    await copy.stop()
  }, 200_000)
})
