import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { InjectOptions } from 'fastify'
import { linkToken } from './fakes/email-links.fake.ts'
import { type Gateway, startGateway } from './start-gateway.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.[Symbol.asyncDispose]())
beforeEach(() => void gateway.emailLinks.asked.splice(0))

const call = (options: InjectOptions, remoteAddress = '198.18.0.1') => gateway.app.inject({ ...options, remoteAddress })
const oneClick = {
  method: 'POST',
  payload: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
} as const

describe('a link of a mail', () => {
  it.each(['confirm', 'unsubscribe'])('asks before it does something (%s), and loads nothing', async (purpose) => {
    const page = await call({ url: `/api/email/${purpose}/${linkToken}` })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<form method="post"><button>')
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'; style-src 'sha256-"),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(page.body).not.toContain(linkToken)
    expect(gateway.emailLinks.asked).toEqual([])
    const done = await call({ method: 'POST', url: `/api/email/${purpose}/${linkToken}` })
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('example.com')])
    expect(gateway.emailLinks.asked).toEqual([purpose])
  })

  it('unsubscribes by one click of a mail program, without key or cookie', async () => {
    const done = await call({ ...oneClick, url: `/api/email/unsubscribe/${linkToken}` })
    expect([done.statusCode, gateway.emailLinks.asked]).toEqual([200, ['unsubscribe']])
  })

  it('that there is not is answered with a page, and limited for its network', async () => {
    const url = '/api/email/confirm/0199c0de-5a1e-7c3a-9b51-3f6c1e0d7a42.guess'
    const guesses = await Promise.all(Array.from({ length: 30 }, () => call({ method: 'POST', url }, '198.18.9.9')))
    expect(new Set(guesses.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
    expect(guesses[0]?.body).toContain('This link does not work')
    expect((await call({ method: 'POST', url }, '198.18.9.9')).statusCode).toBe(429)
    expect((await call({ url: `/api/email/confirm/${linkToken}` }, '198.18.9.10')).statusCode).toBe(200)
  })

  it('takes no large body', async () => {
    const large = { ...oneClick, payload: 'x'.repeat(5_000), url: `/api/email/unsubscribe/${linkToken}` }
    expect([(await call(large)).statusCode, gateway.emailLinks.asked]).toEqual([413, []])
  })
})
