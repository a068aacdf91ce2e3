import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type SandboxEngine, startSandboxEngine } from './sandbox-engine.ts'

let engine: SandboxEngine
let now: number
let apikey: string
beforeEach(async () => {
  now = Date.parse('2026-11-21T12:00:00Z')
  engine = await startSandboxEngine({ port: 0, now: () => now })
  apikey = engine.credentials().bing.api_key
})
afterEach(async () => {
  await engine[Symbol.asyncDispose]()
})

const siteUrl = 'https://www.example.com'
const good = { siteUrl, urlList: [`${siteUrl}/a`, `${siteUrl}/b`] }
const urls = (count: number) => Array.from({ length: count }, (_, n) => `${siteUrl}/${n}`)

const submit = (
  body: unknown,
  { key = apikey, type = 'application/json; charset=utf-8', name = 'SubmitUrlBatch' } = {},
) =>
  fetch(`${engine.url}/webmaster/api.svc/json/${name}?apikey=${key}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const askQuota = async (site = siteUrl, key = apikey) => {
  const query = new URLSearchParams({ siteUrl: site, apikey: key })
  return fetch(`${engine.url}/webmaster/api.svc/json/GetUrlSubmissionQuota?${query.toString()}`)
}
const leftOf = async (site?: string) =>
  ((await (await askQuota(site)).json()) as { d: { DailyQuota: number; MonthlyQuota: number } }).d
const sendScript = (script: object) =>
  fetch(`${engine.url}/script`, { method: 'POST', body: JSON.stringify({ engine: 'bing', ...script }) })
const codeOf = async (answer: Response) => ((await answer.json()) as { ErrorCode: number }).ErrorCode

describe('SubmitUrlBatch', () => {
  it.each(['SubmitUrlBatch', 'SubmitUrlbatch'])('takes URLs of one site as %s', async (name) => {
    const answer = await submit(good, { name })
    expect([answer.status, await answer.json()]).toEqual([200, { d: null }])
    expect(engine.received()).toMatchObject(good.urlList.map((url) => ({ engine: 'bing', url, key: apikey.slice(-4) })))
  })

  it.each<[string, unknown, number]>([
    ['a body that is no JSON', '{', 8],
    ['a body without siteUrl', { urlList: good.urlList }, 8],
    ['a siteUrl that is none', { ...good, siteUrl: 'www.example.com' }, 8],
    ['an empty list', { siteUrl, urlList: [] }, 8],
    ['501 URLs', { siteUrl, urlList: urls(501) }, 8],
    ['a URL of another site', { siteUrl, urlList: [...good.urlList, 'https://example.com/c'] }, 7],
    ['something that is no URL', { siteUrl, urlList: ['nonsense'] }, 7],
  ])('refuses %s, whole', async (_what, body, code) => {
    const answer = await submit(body)
    expect([answer.status, await codeOf(answer)]).toEqual([400, code])
    expect(engine.received()).toEqual([])
  })

  it('takes 500', async () => {
    expect((await submit({ siteUrl, urlList: urls(500) })).status).toBe(200)
  })

  it('refuses an unknown key, a site of another owner, and another content type', async () => {
    expect(await codeOf(await submit(good, { key: 'f'.repeat(32) }))).toBe(3)
    await sendScript({ forbid: ['www.example.com'] })
    expect(await codeOf(await submit(good))).toBe(14)
    expect(await codeOf(await submit(good, { type: 'text/plain' }))).toBe(8)
    expect(JSON.stringify(await (await fetch(`${engine.url}/received`)).json())).not.toContain(apikey)
  })
})

describe('the quota', () => {
  it('decreases per site by the URLs taken; a batch that exceeds it is refused whole', async () => {
    await sendScript({ quota: { day: 3, month: 100 } })
    expect(await leftOf()).toMatchObject({ DailyQuota: 3, MonthlyQuota: 100 })
    await submit(good)
    expect(await leftOf()).toMatchObject({ DailyQuota: 1, MonthlyQuota: 98 })
    const answer = await submit({ siteUrl, urlList: urls(2) })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { ErrorCode: 2, Message: 'ERROR!!! Quota remaining for today: 1, Submitted: 2' },
    ])
    expect(await leftOf()).toMatchObject({ DailyQuota: 1 })
    expect(await leftOf('https://other.example')).toMatchObject({ DailyQuota: 3 })
  })

  it('resets at midnight UTC, the monthly one with the month', async () => {
    await sendScript({ quota: { day: 2, month: 2 } })
    await submit(good)
    now = Date.parse('2026-11-22T00:00:01Z')
    expect(await leftOf()).toMatchObject({ DailyQuota: 2, MonthlyQuota: 0 })
    expect((await submit(good)).status).toBe(400)
    now = Date.parse('2026-12-01T00:00:01Z')
    expect((await submit(good)).status).toBe(200)
  })

  it('is not returned for a wrong key', async () => {
    expect(await codeOf(await askQuota(siteUrl, 'nonsense'))).toBe(3)
    expect(await codeOf(await askQuota('nonsense'))).toBe(8)
  })
})
