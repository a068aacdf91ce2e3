import { expect, it } from '@jest/globals'
import { mintSecret, signEvent } from './endpoint-secrets.ts'

// The vector that the libraries of https://www.standardwebhooks.com are tested with.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const sent = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' }
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

it('an event is signed as Standard Webhooks says', () => {
  expect(signEvent([secret], sent)).toEqual({
    'webhook-id': sent.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  })
})

it('each secret signs, the newest first', () => {
  const [first, second, ...more] = signEvent([secret, mintSecret()], sent)['webhook-signature'].split(' ')
  expect([first, more]).toEqual([signature, []])
  expect(second).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
  expect(second).not.toBe(first)
})

it('a new secret has 24 bytes of chance', () => {
  const secrets = Array.from({ length: 100 }, mintSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const one of secrets) expect(Buffer.from(one.replace(/^whsec_/, ''), 'base64')).toHaveLength(24)
})
