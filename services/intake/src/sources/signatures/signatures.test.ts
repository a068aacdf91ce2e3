import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { SignJWT } from 'jose'
import { sourceHeaders } from '../source-request.ts'
import { bearerSecret, gitlabToken } from './bearer-secret.ts'
import { contentfulSignature } from './contentful-signature.ts'
import { netlifySignature } from './netlify-signature.ts'
import { standardWebhooksSignature } from './standard-webhooks.ts'
import { isRecent, type Verifier } from './verifier.ts'

const now = new Date('2026-11-25T12:00:00Z')
const seconds = Math.floor(now.getTime() / 1_000)
const text = '{"a":1}'
const verify = (verifier: Verifier, headers: Record<string, string>, secret = 'secret', body = text): boolean =>
  verifier({ headers: sourceHeaders(Object.entries(headers)), body: Buffer.from(body) }, secret, now)

describe('a secret in a header', () => {
  it.each([
    [{ Authorization: 'Bearer secret' }, true],
    [{ authorization: 'bearer  secret' }, true],
    [{ Authorization: `Basic ${Buffer.from('user:secret').toString('base64')}` }, true],
    [{ Authorization: `Basic ${Buffer.from('secret').toString('base64')}` }, false],
    [{ 'X-Webhook-Secret': 'secret' }, true],
    [{ 'X-Webhook-Token': 'secret' }, true],
    [{ Authorization: 'secret' }, false],
    [{ Authorization: 'Bearer secret2' }, false],
    [{ Authorization: 'Bearer Secret' }, false],
    [{ Authorization: 'Bearer' }, false],
    [{}, false],
  ])('%j: %s', (headers, expected) => {
    expect(verify(bearerSecret, headers as Record<string, string>)).toBe(expected)
  })

  it('of GitLab is compared as it is', () => {
    expect(verify(gitlabToken, { 'X-Gitlab-Token': 'secret' })).toBe(true)
    expect(verify(gitlabToken, { 'X-Gitlab-Token': 'secre' })).toBe(false)
    expect(verify(gitlabToken, { 'X-Gitlab-Token': '' }, '')).toBe(false)
  })
})

describe('a timestamp', () => {
  it.each([
    [String(seconds), true],
    [String(seconds - 300), true],
    [String(seconds - 301), false],
    [String(seconds + 301), false],
    ['', false],
    ['now', false],
    ['-1', false],
    [`${seconds}.5`, false],
    ['9'.repeat(16), false],
  ])('%s: %s', (timestamp, expected) => {
    expect(isRecent(timestamp, 1_000, now)).toBe(expected)
  })
})

describe('a signature of Netlify', () => {
  const claims = { iss: 'netlify', sha256: createHash('sha256').update(text).digest('hex') }
  const sign = (content: Record<string, unknown>, alg = 'HS256'): Promise<string> =>
    new SignJWT(content).setProtectedHeader({ alg }).sign(Buffer.from('secret'.padEnd(alg === 'HS512' ? 64 : 6, '!')))

  it.each([
    ['the right claims', claims, true],
    ['another issuer', { ...claims, iss: 'other' }, false],
    ['no issuer', { sha256: claims.sha256 }, false],
    ['no digest', { iss: 'netlify' }, false],
    ['a time that is too old', { ...claims, iat: seconds - 301 }, false],
    ['a time that is no number', { ...claims, iat: null }, false],
    ['a recent time', { ...claims, iat: seconds }, true],
  ])('with %s: %s', async (_name, content, expected) => {
    expect(verify(netlifySignature, { 'X-Webhook-Signature': await sign(content) })).toBe(expected)
  })

  it('is refused without HS256, so that no token can choose its algorithm', async () => {
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
    expect(verify(netlifySignature, { 'X-Webhook-Signature': `${none}.` })).toBe(false)
    const signed = createHmac('sha256', 'secret').update(none).digest('base64url')
    expect(verify(netlifySignature, { 'X-Webhook-Signature': `${none}.${signed}` })).toBe(false)
    const [, payload] = (await sign(claims)).split('.')
    expect(verify(netlifySignature, { 'X-Webhook-Signature': `x.${payload}.${signed}.${signed}` })).toBe(false)
  })
})

describe('a signature of Standard Webhooks', () => {
  const key = Buffer.from('a key of twenty-four byte')
  const sign = (signingKey: Buffer | string): string =>
    createHmac('sha256', signingKey).update(`m1.${seconds}.${text}`).digest('base64')
  const headers = (signature: string, prefix = 'webhook') => ({
    [`${prefix}-id`]: 'm1',
    [`${prefix}-timestamp`]: String(seconds),
    [`${prefix}-signature`]: signature,
  })
  const secret = `whsec_${key.toString('base64')}`

  it.each([
    ['one signature', `v1,${sign(key)}`, secret, true],
    ['several signatures', `v1,AAAA v1,${sign(key)} v1a,AAAA`, secret, true],
    ['several headers', `v1,AAAA, v1,${sign(key)}`, secret, true],
    ['another version', `v2,${sign(key)}`, secret, false],
    ['no version', sign(key), secret, false],
    ['a base64 secret without its prefix', `v1,${sign(key)}`, key.toString('base64'), true],
    ['a secret that is a text', `v1,${sign('plain text!')}`, 'plain text!', true],
    ['an empty secret', `v1,${sign('')}`, 'whsec_', false],
  ])('with %s: %s', (_name, signature, given, expected) => {
    expect(verify(standardWebhooksSignature, headers(signature), given)).toBe(expected)
  })

  it('may have the headers of Svix', () => {
    expect(verify(standardWebhooksSignature, headers(`v1,${sign(key)}`, 'svix'), secret)).toBe(true)
  })
})

describe('a signature of Contentful', () => {
  const signedHeaders = 'x-contentful-signed-headers,x-contentful-timestamp'
  const headers = (names: string, lines: string) => ({
    'x-contentful-timestamp': String(now.getTime()),
    'x-contentful-signed-headers': names,
    'x-contentful-signature': createHmac('sha256', 'secret').update(`POST\n/\n${lines}\n${text}`).digest('hex'),
  })
  const both = `x-contentful-signed-headers:${signedHeaders};x-contentful-timestamp:${now.getTime()}`

  it.each([
    ['the list and the time', headers(signedHeaders, both), true],
    ['the time alone', headers('x-contentful-timestamp', `x-contentful-timestamp:${now.getTime()}`), false],
    [
      'the list alone',
      headers('x-contentful-signed-headers', 'x-contentful-signed-headers:x-contentful-signed-headers'),
      false,
    ],
    ['a header that is absent', headers(`${signedHeaders},x-other`, `${both};x-other:undefined`), false],
  ])('that covers %s: %s', (_name, sent, expected) => {
    expect(verify(contentfulSignature, sent)).toBe(expected)
  })
})
