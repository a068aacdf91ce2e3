import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { judgeSignature } from './signature.ts'

const body = Buffer.from('<feed/>')
const sign = (method: string, secret = 'a secret', text: Buffer = body): string =>
  `${method}=${createHmac(method, secret).update(text).digest('hex')}`

describe('the signature of a delivery', () => {
  it.each(['sha1', 'sha256', 'sha384', 'sha512'])('is right by %s', (method) => {
    expect(judgeSignature('a secret', sign(method), body)).toBe('right')
    expect(judgeSignature('a secret', sign(method).toUpperCase(), body)).toBe('right')
  })

  it('is the one that RFC 2202, test case 2, has for SHA-1', () => {
    const header = 'sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'
    expect(judgeSignature('Jefe', header, Buffer.from('what do ya want for nothing?'))).toBe('right')
  })

  it.each([
    ['by another secret', sign('sha256', 'another secret')],
    ['of another body', sign('sha256', 'a secret', Buffer.from('<feed></feed>'))],
    ['by a method that WebSub does not know', sign('md5')],
    ['without a method', sign('sha256').slice('sha256='.length)],
    ['that is cut', sign('sha256').slice(0, -2)],
    ['that is longer', `${sign('sha256')}00`],
    ['without a digest', 'sha256='],
    ['with a digest that is no hex', `sha256=${'zz'.repeat(32)}`],
    ['named by one method and made by another', sign('sha1').replace('sha1', 'sha256')],
  ])('is wrong %s', (_what, header) => {
    expect(judgeSignature('a secret', header, body)).toBe('wrong')
  })

  it.each([undefined, '', ' '])('is missing where the header is %j', (header) => {
    expect(judgeSignature('a secret', header, body)).toBe('missing')
  })
})
