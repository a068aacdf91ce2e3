import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { endpointsAt } from '@pagebell/channel-settings/all-channels'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Accounts } from '@pagebell/rpc/contracts'
import { isAfterReset } from '@pagebell/testing/quota-resets'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from './test-system.ts'
import { type OnTheWire, startWireRecorder, type WireRecorder } from './wire-recorder.ts'

// The engines' protocols as cases: compares the requests on the wire that a webhook causes. One JSON object per line,
// in the form of fixtures/README.md; PROTOCOL_CASES names another file of that form.

type Given = {
  urls?: string[] | number
  url_count?: number
  host?: string
  key?: string
  keys?: Record<string, string>
  enabled?: boolean
  event?: string
  gap_s?: number
  submissions?: number
  engines?: string[]
  remaining?: number
}
type Wire = {
  method?: string
  url?: string
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  json?: Record<string, unknown>
  optional_json_keys?: string[]
  json_contains?: Record<string, unknown>
  json_keys?: string[]
  keyLocation?: string
  requests?: number
  urlList_lengths?: number[]
  rule?: string
  must_not?: string
  batches?: number
  max_parts_per_batch?: number
  token_requests?: number
}
type Case = {
  id: string
  protocol: 'indexnow' | 'google' | 'bing'
  kind: 'request' | 'endpoint' | 'key' | 'limit'
  name: string
  given?: Given
  expect_wire?: Wire
  key?: string
  valid?: boolean
  url?: string
  allowed?: string[]
  limit?: { per_day: number }
}

const file = process.env['PROTOCOL_CASES'] ?? new URL('./fixtures/protocol-cases.jsonl', import.meta.url)
const cases = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Case)

let system: TestSystem
let wire: WireRecorder
const running = new AsyncDisposableStack()
beforeAll(async () => {
  wire = running.use(await startWireRecorder())
  system = await startTestSystem({ env: { ...endpointsAt(wire.url), SANDBOX_FETCH_KEY_FILES: '0' } })
  running.defer(() => system.destroy())
  wire.passTo(system.addresses.sandboxUrl)
})
afterAll(() => running.disposeAsync())
beforeEach(async () => {
  wire.requests.length = 0
  for (const path of ['/script', '/received']) await fetch(system.addresses.sandboxUrl + path, { method: 'DELETE' })
})

describe.each(cases.map((one) => [`${one.protocol} ${one.kind}: ${one.name}`, one] as const))('%s', (_title, one) => {
  it('holds', async () => {
    if (one.kind === 'key') return holdKey(one)
    if (one.kind === 'endpoint') return holdEndpoint(one)
    if (one.kind === 'limit') return holdLimit(one)
    return holdRequest(one)
  })
})

type Api = <Body = never>(method: string, path: string, body?: object) => Promise<{ status: number; body: Body }>
type Sender = { api: Api; token: string; project: string }

/** A separate sender for each site of a case, with all channels ready. */
async function newSender(project: string, settings: object = {}): Promise<Sender> {
  const internalToken = system.env['INTERNAL_TOKEN'] ?? ''
  await using accounts = connectRpc(Accounts, { address: system.env['PROJECT_RPC'] ?? '', internalToken })
  const email = `${crypto.randomUUID()}@example.com`
  const { api_key: key } = await accounts.createAccount({ email, plan: 'unlimited' })
  const api: Api = (method, path, body) => system.api(method, path, { key, ...(body && { body }) })
  const { body } = await api<{ data: { project: string } }>('POST', '/projects', { project })
  const name = body.data.project
  const hook = await api<{ data: { token: string } }>('POST', `/projects/${name}/hook`)
  const asked = await fetch(`${system.addresses.sandboxUrl}/credentials?project=${crypto.randomUUID()}`)
  const { google, bing } = (await asked.json()) as { google: object; bing: object }
  const put = async (channel: string, value: object) =>
    expect((await api('PUT', `/projects/${name}/channels/${channel}`, value)).status).toBe(200)
  await put('indexnow', settings)
  await put('google', { service_account: google, gate: false })
  await put('bing', bing)
  return { api, token: hook.body.data.token, project: name }
}

const siteOf = (url: string): string => {
  const labels = new URL(url).hostname.split('.')
  return labels.length > 2 ? labels.slice(-2).join('.') : labels.join('.')
}

async function submit(sender: Sender, channel: string, urls: string[], action = 'update') {
  const response = await fetch(`${system.addresses.publicUrl}/api/hooks/${sender.token}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ urls, channel, action }),
  })
  return { status: response.status, batch: ((await response.json()) as { batch_id?: string }).batch_id }
}

type Delivery = { status: string; reason: string | null; next_at: string | null }

/** Waits until all deliveries have ended or are held. */
async function settled({ api, project }: Sender, count: number): Promise<Delivery[]> {
  return until(
    `${count} deliveries are settled`,
    async () => {
      const deliveries: Delivery[] = []
      for (let path = `/projects/${project}/deliveries?per_page=100`; path !== ''; ) {
        const { body } = await api<{ data: Delivery[]; meta: { next_cursor: string | null } }>('GET', path)
        deliveries.push(...body.data)
        const { next_cursor } = body.meta
        path = next_cursor === null ? '' : `/projects/${project}/deliveries?per_page=100&cursor=${next_cursor}`
      }
      const open = ['pending', 'retrying', 'queued']
      return deliveries.length === count && deliveries.every(({ status }) => !open.includes(status)) && deliveries
    },
    60_000,
  )
}

async function holdKey({ key, valid }: Case): Promise<void> {
  const sender = await newSender('example.com')
  const answer = await sender.api('PUT', '/projects/example.com/channels/indexnow', { key })
  expect(answer.status).toBe(valid ? 200 : 422)
  expect(wire.requests).toEqual([])
}

async function holdEndpoint({ url }: Case): Promise<void> {
  const sender = await newSender('example.com')
  for (const field of ['endpoint', 'fallback_endpoint']) {
    const answer = await sender.api<{ data: { settings: Record<string, string> } }>(
      'PUT',
      '/projects/example.com/channels/indexnow',
      { [field]: url },
    )
    expect([answer.status, answer.body.data.settings[field]]).toEqual([200, url])
  }
}

async function holdLimit({ protocol, limit }: Case): Promise<void> {
  const perDay = limit?.per_day ?? 0
  const sender = await newSender('example.com')
  const urls = Array.from({ length: perDay + 1 }, (_, n) => `https://www.example.com/${n}`)
  expect((await submit(sender, protocol, urls)).status).toBe(202)
  const deliveries = await settled(sender, perDay + 1)
  const held = deliveries.filter(({ status }) => status === 'held')
  expect([deliveries.filter(({ status }) => status === 'delivered').length, held.length]).toEqual([perDay, 1])
  expect(isAfterReset('America/Los_Angeles', held[0]?.next_at ?? '')).toBe(true)
}

async function holdRequest(one: Case): Promise<void> {
  const { protocol, given = {}, expect_wire: expected = {} } = one
  if (expected.url?.endsWith('/urlNotifications/metadata')) return holdMetadata(expected)
  if (one.allowed !== undefined) return holdTypes(one.allowed)
  const site = typeof given.urls === 'object' && given.urls[0] !== undefined ? siteOf(given.urls[0]) : 'example.com'
  const [first = site] = given.engines ?? []
  const settings = {
    ...(given.key !== undefined && { key: given.key }),
    ...(given.keys?.['example.com'] !== undefined && { key: given.keys['example.com'] }),
  }
  const urls = urlsOf(one)
  const senders = new Map<string, Sender>()
  for (const url of urls.length === 0 ? [`https://${first}/`] : urls) {
    const name = siteOf(url)
    if (!senders.has(name)) senders.set(name, await newSender(name, settings))
  }
  if (given.remaining !== undefined) await script({ engine: 'bing', quota: { day: given.remaining } })
  const action = expected.json?.['type'] === 'URL_DELETED' || given.event === 'deleted' ? 'delete' : 'update'

  for (const [name, sender] of senders) {
    const siteUrls = urls.filter((url) => siteOf(url) === name)
    if (given.enabled === false) await sender.api('PATCH', `/projects/${name}/hook`, { enabled: false })
    if (given.submissions !== undefined) {
      for (let n = 0; n < given.submissions; n++) await submit(sender, protocol, [`https://www.example.com/${n}`])
      await settled(sender, given.submissions)
      continue
    }
    const { status } = await submit(sender, protocol, siteUrls, action)
    expect(status).toBe(given.enabled === false ? 404 : siteUrls.length === 0 ? 422 : 202)
    if (given.gap_s !== undefined) expect((await submit(sender, protocol, siteUrls)).status).toBe(202)
    if (status === 202) await settled(sender, siteUrls.length)
  }
  compare(one, urls)
}

function urlsOf({ given = {}, expect_wire: expected = {} }: Case): string[] {
  if (typeof given.urls === 'object') return given.urls
  const count = given.url_count ?? given.urls
  const { url, urlList } = (expected.json ?? {}) as { url?: string; urlList?: string[] }
  if (urlList !== undefined) return urlList
  if (url !== undefined) return [url]
  return Array.from({ length: count ?? 1 }, (_, n) => `https://${given.host ?? 'www.example.com'}/${n}`)
}

const script = (body: object) =>
  fetch(`${system.addresses.sandboxUrl}/script`, { method: 'POST', body: JSON.stringify(body) })

const pathOf = (url: string) => new URL(url, 'http://engine').pathname.replace(/\/$/, '').toLowerCase()
const isSubmission = ({ url }: OnTheWire) =>
  /^\/(indexnow|batch|v3\/urlnotifications:publish)$|\/submiturlbatch$/.test(pathOf(url))
const jsonOf = ({ body }: OnTheWire) =>
  JSON.parse(body) as Record<string, unknown> & { urlList: string[]; host: string }

function compare({ given = {}, expect_wire: expected = {}, protocol }: Case, urls: string[]): void {
  const sent = wire.requests.filter(isSubmission)
  if (given.engines !== undefined) expect(sent).toHaveLength(1)
  else if (expected.requests !== undefined) expect(sent).toHaveLength(expected.requests)
  if (expected.urlList_lengths !== undefined)
    expect(sent.map((one) => jsonOf(one).urlList.length)).toEqual(expected.urlList_lengths)
  if (expected.token_requests !== undefined) {
    // Each copy of the notifier requests a token.
    const copies = system.copies.filter(({ service }) => service === 'notifier').length
    const { length } = wire.requests.filter(({ url }) => pathOf(url) === '/token')
    expect(length).toBeGreaterThanOrEqual(expected.token_requests)
    expect(length).toBeLessThanOrEqual(expected.token_requests * copies)
  }
  if (expected.max_parts_per_batch !== undefined) {
    const parts = sent.map(({ body }) => body.match(/^Content-ID:/gim)?.length ?? 1)
    expect([parts.length, Math.max(...parts)]).toEqual([expected.batches, expected.max_parts_per_batch])
  }
  if (given.remaining !== undefined)
    expect(sent.reduce((sum, one) => sum + jsonOf(one).urlList.length, 0)).toBe(given.remaining)
  for (const one of sent) compareOne(one, expected)
  // In every case: one host per body, with its own key.
  if (protocol === 'indexnow')
    for (const one of sent) {
      const { host, urlList, key } = jsonOf(one)
      expect(urlList.every((url) => new URL(url).host === host)).toBe(true)
      if (expected.must_not !== undefined) expect(Object.values(given.keys ?? {})).not.toContain(key)
    }
  if (protocol === 'bing')
    for (const one of sent) {
      const { siteUrl, urlList } = jsonOf(one)
      expect(urlList.every((url) => new URL(url).origin === siteUrl)).toBe(true)
    }
  const submitted = sent.flatMap((one) => (protocol === 'google' ? [] : jsonOf(one).urlList))
  if (protocol !== 'google' && given.remaining === undefined && given.enabled !== false)
    expect(submitted.toSorted()).toEqual(urls.toSorted())
}

function compareOne(one: OnTheWire, expected: Wire): void {
  if (expected.method !== undefined) expect(one.method).toBe(expected.method)
  const path = expected.path ?? expected.url
  if (path !== undefined) expect(pathOf(one.url)).toBe(pathOf(path))
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    const got = one.headers[name] ?? ''
    if (name === 'authorization') expect(got).toMatch(/^Bearer \S+$/)
    else expect(got.toLowerCase().startsWith(value.toLowerCase())).toBe(true)
  }
  if (expected.json !== undefined) {
    const got = jsonOf(one)
    for (const name of expected.optional_json_keys ?? []) if (!(name in expected.json)) delete got[name]
    expect(got).toEqual(expected.json)
  }
  if (expected.json_contains !== undefined) expect(jsonOf(one)).toMatchObject(expected.json_contains)
  if (expected.json_keys !== undefined)
    expect(Object.keys(jsonOf(one)).toSorted()).toEqual(expected.json_keys.toSorted())
  if (expected.keyLocation !== undefined)
    expect(jsonOf(one)['keyLocation']).toBe(expected.keyLocation.replace('<key>', String(jsonOf(one)['key'])))
}

async function holdTypes(allowed: string[]): Promise<void> {
  const sender = await newSender('example.com')
  await submit(sender, 'google', ['https://www.example.com/a', 'https://www.example.com/b'])
  await submit(sender, 'google', ['https://www.example.com/c'], 'delete')
  await settled(sender, 3)
  const types = wire.requests.filter(isSubmission).flatMap(({ body }) => [...body.matchAll(/"type":"(\w+)"/g)])
  expect(new Set(types.map(([, type]) => type))).toEqual(new Set(allowed))
}

async function holdMetadata({ query = {}, url = '' }: Wire): Promise<void> {
  const page = query['url'] ?? ''
  const sender = await newSender(siteOf(page))
  await submit(sender, 'google', [page])
  await settled(sender, 1)
  wire.requests.length = 0
  const path = `/projects/${sender.project}/channels/google/known`
  expect((await sender.api('POST', path, { url: page })).status).toBe(200)
  const asked = wire.requests.filter((one) => pathOf(one.url) === pathOf(url))
  expect(asked.map(({ method, url: sent }) => [method, sent])).toEqual([
    ['GET', `/v3/urlNotifications/metadata?url=${encodeURIComponent(page)}`],
  ])
}
