import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let gateway: Gateway
let address: string

beforeAll(async () => {
  gateway = await startGateway()
  gateway.projects.add(gateway.account.account_id, 'example.com')
  const { data } = (await gateway.ask({ method: 'POST', url: path })).json()
  address = new URL(data.url).pathname
})
afterAll(() => gateway?.[Symbol.asyncDispose]())

const path = '/api/v1/projects/example.com/lastmod'
/** Without a key, as a search engine. */
const read = (url: string, headers: Record<string, string> = {}) => gateway.app.inject({ url, headers })

describe('the sitemap of changes', () => {
  it('is turned on and off in the API', async () => {
    const other = '/api/v1/projects/example.org/lastmod'
    gateway.projects.add(gateway.account.account_id, 'example.org')
    expect((await gateway.ask(other)).json()).toMatchObject({ data: { url: null, created_at: null, pages: 0 } })
    const on = await gateway.ask({ method: 'POST', url: other })
    expect([on.statusCode, on.headers['location']]).toEqual([201, `${publicOrigin}${other}`])
    const { url } = on.json().data
    expect(url).toMatch(/\/lastmod\/[\w-]{22}\.xml$/)
    expect((await gateway.ask(other)).json()).toMatchObject({ data: { url, pages: 3 } })
    const off = await gateway.ask({ method: 'DELETE', url: other })
    expect(off.json()).toMatchObject({ object: 'lastmod_sitemap', deleted: true })
    expect((await read(new URL(url).pathname)).statusCode).toBe(404)
  })

  it('is read by anybody who has its address, compressed or not', async () => {
    const plain = await read(address)
    expect([plain.statusCode, plain.headers['content-type'], plain.body]).toEqual([
      200,
      'application/xml; charset=utf-8',
      '<urlset/>',
    ])
    expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' })
    const packed = await read(address, { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe('<urlset/>')
  })

  it('is not sent again to a reader who has it', async () => {
    const etag = String((await read(address)).headers['etag'])
    const answer = await read(address, { 'if-none-match': etag })
    expect([answer.statusCode, answer.body]).toEqual([304, ''])
    expect((await read(address, { 'if-none-match': 'W/"another"' })).statusCode).toBe(200)
  })

  it.each([
    '/lastmod/x.xml',
    '/lastmod/.xml',
    `/lastmod/${'a'.repeat(22)}.xml`,
    `/lastmod/${'a'.repeat(22)}-0.xml`,
    `/lastmod/${'a'.repeat(22)}-99999.xml`,
    `/lastmod/${'a'.repeat(22)}`,
  ])('is not under %s', async (url) => {
    expect((await read(url)).statusCode).toBe(404)
  })

  it('is read 60 times a minute by one network', async () => {
    const remoteAddress = '203.0.113.77'
    const statuses: number[] = []
    for (let n = 0; n < 62; n++) statuses.push((await gateway.app.inject({ url: address, remoteAddress })).statusCode)
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200))
    expect(statuses.slice(60)).toEqual([429, 429])
    expect((await read(address)).statusCode).toBe(200)
  })
})
