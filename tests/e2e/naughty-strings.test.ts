import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestSystem, type TestSystem } from './test-system.ts'

const listed = readFileSync(new URL('fixtures/naughty-strings.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { string: string }).string)
/** What the list leaves out: what PostgreSQL, gRPC or a header cannot carry, and what is too long. */
const strings = [...listed, 'a\0b', '\0', '\ud800', 'a\udc00b', 'a\r\nSet-Cookie: b=c', '\u2028', 'x'.repeat(5_000)]

let system: TestSystem
let origin: string

beforeAll(async () => {
  system = await startTestSystem({})
  origin = system.addresses.publicUrl
})

afterAll(async () => {
  await system?.destroy()
})

type Sent = { path: string; method?: string; body?: object; form?: Record<string, string>; key?: string }

/** Every place where a caller's text is read, with that text in it. */
const places: Record<string, (text: string) => Sent> = {
  'the search for reports': (text) => ({ path: `/api/v1/reports?search=${encode(text)}` }),
  'the project of reports': (text) => ({ path: `/api/v1/reports?project=${encode(text)}` }),
  'a result': (text) => ({ path: `/api/v1/reports?result=${encode(text)}` }),
  'a cursor': (text) => ({ path: `/api/v1/reports?cursor=${encode(text)}` }),
  'a number': (text) => ({ path: `/api/v1/reports?page=${encode(text)}` }),
  'the name of a parameter': (text) => ({ path: `/api/v1/reports?${encode(text)}=1` }),
  'the id of a report': (text) => ({ path: `/api/v1/reports/${encode(text)}` }),
  'the URL of a report, as JSON': (text) => ({ path: '/api/v1/reports', method: 'POST', body: { url: text } }),
  'the URL of a report, as a form': (text) => ({ path: '/api/v1/reports', method: 'POST', form: { url: text } }),
  'the password of a report': (text) => ({
    path: '/api/v1/reports',
    method: 'POST',
    body: { url: 'not a URL', privacy: 2, password: text },
  }),
  'an Idempotency-Key': (text) => ({ path: '/api/v1/projects', method: 'POST', body: { project: '' }, key: text }),
  'the search for projects': (text) => ({ path: `/api/v1/projects?search=${encode(text)}` }),
  'the name of a new project': (text) => ({ path: '/api/v1/projects', method: 'POST', body: { project: text } }),
  'the name of a project': (text) => ({ path: `/api/v1/projects/${encode(text)}` }),
  'the project of a hook': (text) => ({ path: `/api/v1/projects/${encode(text)}/hook` }),
  'the URL of deliveries': (text) => ({ path: `/api/v1/projects/${project()}/deliveries?url=${encode(text)}` }),
  'the batch of deliveries': (text) => ({ path: `/api/v1/projects/${project()}/deliveries?batch=${encode(text)}` }),
  'the time of deliveries': (text) => ({ path: `/api/v1/projects/${project()}/deliveries?from=${encode(text)}` }),
  'a hook token': (text) => ({ path: `/api/hooks/${encode(text)}/submit`, method: 'POST', body: { urls: ['a'] } }),
  'a batch id': (text) => ({ path: `/api/hooks/${hook()}/batches/${encode(text)}` }),
  'a channel': (text) => ({ path: submitPath(), method: 'POST', body: { urls: ['https://a.b/'], channel: text } }),
  'an unknown field': (text) => ({ path: submitPath(), method: 'POST', body: { urls: ['https://a.b/'], [text]: 1 } }),
}

const project = () => system.demo.project
const hook = () => system.demo.hookToken ?? ''
const submitPath = () => `/api/hooks/${hook()}/submit`
const encode = (text: string) => encodeURIComponent(text.toWellFormed())

async function send({ path, method = 'GET', body, form, key }: Sent): Promise<{ status: number; body: unknown }> {
  const headers = new Headers({ authorization: `Bearer ${system.demo.apiKey}` })
  if (body !== undefined) headers.set('content-type', 'application/json')
  // A client cannot send every text as a header; what it can, the server must bear.
  if (key !== undefined && /^[\t\x20-\x7e\x80-\xff]*$/.test(key)) headers.set('idempotency-key', key)
  const payload = form === undefined ? JSON.stringify(body) : new URLSearchParams(form)
  const response = await fetch(origin + path, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: payload ?? null }),
  })
  const type = response.headers.get('content-type') ?? ''
  if (!/^application\/(problem\+)?json/.test(type)) throw new Error(`${path} answered ${response.status} as ${type}.`)
  return { status: response.status, body: await response.json() }
}

describe.each(Object.entries(places))('%s', (_place, make) => {
  it('may hold any text: it is served or refused, and never fails', async () => {
    const failed: string[] = []
    for (const text of strings) {
      const { status, body } = await send(make(text))
      if (status >= 500) failed.push(`${JSON.stringify(text)}: ${status} ${JSON.stringify(body)}`)
    }
    expect(failed).toEqual([])
  }, 120_000)
})

describe('text that is kept', () => {
  it('comes back as it was sent, or was refused: the reason for ignoring a check', async () => {
    const path = `/projects/${project()}/ignored-checks/title`
    let kept = 0
    for (const reason of strings) {
      const put = await system.api<{ data: { reason: string } }>('PUT', path, { body: { reason } })
      expect([200, 422]).toContain(put.status)
      if (put.status !== 200) continue
      kept += 1
      const list = await system.api<{ data: { reason: string }[] }>('GET', `/projects/${project()}/ignored-checks`)
      expect(list.body.data.map((one) => one.reason)).toEqual([reason.trim()])
    }
    expect(kept).toBeGreaterThan(200)
    await system.api('DELETE', path)
  }, 120_000)

  it('comes back as it was sent, or was refused: the URLs of a webhook', async () => {
    const { addresses } = system
    const urls = strings.flatMap((text) => [text, `${addresses.sampleSiteUrl}/${text}`])
    const { status, body } = await system.submit(hook(), urls)
    expect(status).toBe(202)
    expect(body.results.map(({ url }) => url)).toEqual(urls)
    const accepted = body.results.filter(({ verdict }) => verdict === 'accepted').map(({ url }) => url)
    expect(accepted.length).toBeGreaterThan(200)
    const batch = await fetch(`${origin}/api/hooks/${hook()}/batches/${body.batch_id}`)
    const { results } = (await batch.json()) as { results: { url: string }[] }
    expect(results).toHaveLength(accepted.length)
    for (const { url } of results) expect(new URL(url).href).toBe(url)
  }, 120_000)
})
