import { createHmac } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { PagebellSignatureError } from './errors.ts'
import { verifyEvent } from './verify-event.ts'

// The vector that the libraries of https://www.standardwebhooks.com are tested with.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const headers = {
  'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const body = '{"test": 2432232314}'
const now = 1_614_265_330_000

it('answers the event of the published vector, whatever holds its headers and its body', async () => {
  const event = { test: 2_432_232_314 }
  expect(await verifyEvent(headers, body, secret, { now })).toEqual(event)
  expect(await verifyEvent(new Headers(headers), new TextEncoder().encode(body), [secret], { now })).toEqual(event)
})

it('accepts either secret during a rotation, and any of several signatures', async () => {
  const other = `whsec_${Buffer.from('another secret of 24 byt').toString('base64')}`
  expect(await verifyEvent(headers, body, [other, secret], { now })).toBeDefined()
  const both = { ...headers, 'webhook-signature': `v1a,xyz v1,AAAA ${headers['webhook-signature']}` }
  expect(await verifyEvent(both, body, secret, { now })).toBeDefined()
})

const refused: [string, Parameters<typeof verifyEvent>][] = [
  ['another secret', [headers, body, `whsec_${'A'.repeat(32)}`, { now }]],
  ['a body with one more space', [headers, `${body} `, secret, { now }]],
  ['another id', [{ ...headers, 'Webhook-Id': 'msg_2' }, body, secret, { now }]],
  ['another time', [{ ...headers, 'webhook-timestamp': '1614265331' }, body, secret, { now }]],
  ['a time that is too old', [headers, body, secret, { now: now + 301_000 }]],
  ['a time that is too far ahead', [headers, body, secret, { now: now - 301_000 }]],
  ['a time that is no number', [{ ...headers, 'webhook-timestamp': 'now' }, body, secret, { now }]],
  ['no signature', [{ ...headers, 'webhook-signature': undefined }, body, secret, { now }]],
  ['a signature of another version', [{ ...headers, 'webhook-signature': 'v2,AAAA' }, body, secret, { now }]],
  ['a signature that is not base64', [{ ...headers, 'webhook-signature': 'v1,%%%' }, body, secret, { now }]],
]
it.each(refused)('refuses %s', async (_, given) => {
  await expect(verifyEvent(...given)).rejects.toBeInstanceOf(PagebellSignatureError)
})

it('has its own clock and tolerance by default', async () => {
  const seconds = String(Math.floor(Date.now() / 1_000) - 250)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`id.${seconds}.${body}`).digest('base64')
  const fresh = { 'webhook-id': 'id', 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
  expect(await verifyEvent(fresh, body, secret)).toBeDefined()
  await expect(verifyEvent(fresh, body, secret, { toleranceSeconds: 100 })).rejects.toThrow('within 100 s')
})

it('tells a secret that is none from a wrong signature', async () => {
  for (const wrong of ['', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_'])
    await expect(verifyEvent(headers, body, wrong, { now })).rejects.toBeInstanceOf(TypeError)
})
