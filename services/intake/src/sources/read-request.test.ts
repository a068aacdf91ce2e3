import { describe, expect, it } from '@jest/globals'
import webflow from './kinds/webflow.source.ts'
import { maxBodyBytes, readRequest, receiveRequest, unauthorizedReason } from './read-request.ts'
import type { Rule } from './rules/rule.ts'
import { defineSource, ignored, page, scan, unknown } from './source.ts'
import { sourceHeaders } from './source-request.ts'

/** A kind whose secret is a header, and whose events say what they are. */
const probe = defineSource({
  kind: 'probe',
  title: 'Probe',
  sends: 'Events.',
  setUp: [],
  secret: 'sends',
  signed: 'Nothing.',
  results: [],
  format: 'json',
  rules: [],
  sample: { body: {} },
  verify: ({ headers }, secret) => headers.get('x-secret') === secret,
  eventOf: (headers) => headers.get('x-event') ?? null,
  deliveryId: ({ headers }) => headers.get('x-id'),
  read({ event }) {
    if (event === 'quiet') return ignored('r'.repeat(1_000))
    if (event === 'deploy') return scan('deploy')
    return event === 'other' ? unknown(event) : page({ action: 'update' })
  },
})

type GivenRequest = { headers?: Record<string, string>; body?: string; secrets?: string[]; rules?: Rule[] }

function receive({
  headers = {},
  body = '{"url":"https://example.com/a"}',
  secrets = [],
  rules = [{ url: '{url}' }],
}: GivenRequest) {
  const request = { headers: sourceHeaders(Object.entries(headers)), body: Buffer.from(body) }
  const context = { project: 'example.com', rules, urlOfId: () => undefined, secrets, now: new Date() }
  return receiveRequest(probe, request, context)
}

describe('a request', () => {
  it('is authenticated before it is read, with one reason for all causes', () => {
    const causes = [{}, { 'x-secret': 'c' }, { 'x-secret': '' }]
    for (const headers of causes) {
      const result = receive({
        headers: { ...headers, 'x-event': 'e', 'x-id': '1' },
        body: 'not JSON',
        secrets: ['a', 'b'],
      })
      expect(result).toEqual({
        verdict: 'unauthorized',
        event: null,
        urls: [],
        missing: [],
        reason: unauthorizedReason,
        remember: [],
        forget: [],
        deliveryId: undefined,
      })
    }
  })

  it('is accepted with one of two secrets, and never with an empty one', () => {
    expect(receive({ headers: { 'x-secret': 'b' }, secrets: ['a', 'b'] }).verdict).toBe('urls')
    expect(receive({ headers: { 'x-secret': '' }, secrets: ['', 'a'] }).verdict).toBe('unauthorized')
  })

  it('has at most 1 MB', () => {
    const body = (bytes: number) => `{"url":"https://example.com/a","x":"${'x'.repeat(bytes - 38)}"}`
    expect(Buffer.byteLength(body(maxBodyBytes))).toBe(maxBodyBytes)
    expect(receive({ body: body(maxBodyBytes) }).verdict).toBe('urls')
    expect(receive({ body: body(maxBodyBytes + 1) })).toMatchObject({
      verdict: 'unmapped',
      reason: 'a body of more than 1 MB',
    })
  })

  it.each([
    ['a byte order mark', '\uFEFF{"url":"https://example.com/a"}', {}],
    ['a form with a payload', 'payload=%7B%22url%22%3A%22https%3A%2F%2Fexample.com%2Fa%22%7D', {}],
    [
      'a document that is called a form',
      '{"url":"https://example.com/a"}',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ],
    [
      'a form with fields',
      'url=https%3A%2F%2Fexample.com%2Fa',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ],
  ])('may have %s', (_name, body, headers) => {
    expect(receive({ body, headers }).urls).toEqual([{ url: 'https://example.com/a', action: 'update' }])
  })

  it('names what it was delivered as', () => {
    const headers = { 'x-event': 'e'.repeat(1_000), 'x-id': 'd'.repeat(1_000) }
    expect(receive({ headers })).toMatchObject({ event: 'e'.repeat(200), deliveryId: 'd'.repeat(200) })
  })

  it.each(['', ' '])('has no id if a header for it is empty or blank', (id) => {
    expect(receive({ headers: { 'x-id': id } })).toMatchObject({ verdict: 'urls', deliveryId: undefined })
  })

  it('has a short reason', () => {
    expect(receive({ headers: { 'x-event': 'quiet' } }).reason).toHaveLength(300)
  })
})

describe('a rule that names an event', () => {
  const rules: Rule[] = [{ when: { event: ['other', 'deploy'] }, url: '{url}' }, { url: '/no' }]

  it.each(['other', 'deploy'])('is applied to %s, which has no pages by itself', (event) => {
    expect(receive({ headers: { 'x-event': event }, rules }).urls).toEqual([
      { url: 'https://example.com/a', action: 'update' },
    ])
  })

  it.each([
    ['other', 'ignored', 'other names no page'],
    ['deploy', 'scan', 'deploy'],
  ])('is needed for %s', (event, verdict, reason) => {
    expect(receive({ headers: { 'x-event': event } })).toMatchObject({ verdict, reason })
  })
})

describe('a delivery of many pages', () => {
  const item = (id: number) => ({ id: `${id}`, fieldData: { slug: `${id}` } })
  const receivePages = (
    pages: number,
    rules: readonly Rule[] = webflow.rules,
    urlOfId: (id: string) => string | undefined = () => undefined,
    more: Record<string, number> = {},
  ) => {
    const items = Array.from({ length: pages }, (_, id) => item(id))
    const body = { ...more, triggerType: 'collection_item_published', payload: { items } }
    const request = { headers: sourceHeaders([]), body: Buffer.from(JSON.stringify(body)) }
    return readRequest(webflow, request, { project: 'example.com', rules, urlOfId })
  }

  it('has 1,000 of them mapped, and more looked up in the sitemap', () => {
    expect(receivePages(1_000).urls).toHaveLength(1_000)
    expect(receivePages(1_001)).toMatchObject({ verdict: 'scan', reason: 'more than 1000 pages', urls: [] })
  })

  it('has not each of them multiplied by the fields that they share', () => {
    const more = Object.fromEntries(Array.from({ length: 45_000 }, (_, name) => [`f${name}`, 0]))
    expect(receivePages(1_000, webflow.rules, () => undefined, more).urls).toHaveLength(1_000)
  })

  const values = Object.fromEntries(Array.from({ length: 10 }, (_, name) => [`f${name}`, ['a', 'b']]))
  const pattern = { f: `*${'a'.repeat(18)}b` }

  it.each<[string, Omit<Rule, 'url'>]>([
    ['values', { when: values }],
    ['patterns', { when: pattern }],
    ['patterns of what is public', { when: { f: '' }, publish_if: { f: '*'.repeat(19) } }],
  ])('has as many compared with the %s of rules as takes no long time', (_what, conditions) => {
    const rules = Array.from({ length: 50 }, () => ({ ...conditions, url: '/a' }))
    expect(receivePages(100, rules).verdict).toBe('ignored')
    expect(receivePages(101, rules)).toMatchObject({
      verdict: 'scan',
      reason: 'more conditions of rules than can be compared with 101 pages',
    })
  })

  it('is compared with the rules of many collections, each with its id and a pattern', () => {
    const rules = Array.from({ length: 50 }, (_, number) => ({
      when: { event: 'collection_item_*', 'payload.collectionId': `580e63fc8c9a982ac9b8b7${number + 10}` },
      url: '/{payload.fieldData.slug}',
    }))
    expect(receivePages(1_000, rules)).toMatchObject({
      verdict: 'ignored',
      reason: 'no rule matches collection_item_published',
    })
  })

  it('has 10,000 URLs at most', () => {
    const url = Array.from({ length: 10 }, (_, place) => `/${place}/{payload.fieldData.slug}`)
    expect(receivePages(1_000, [{ url }]).urls).toHaveLength(10_000)
    const remembered = receivePages(1_000, [{ url }], (id) => `https://example.com/old/${encodeURIComponent(id)}`)
    expect(remembered).toMatchObject({ verdict: 'scan', reason: 'more than 10000 urls', remember: [] })
  })
})

it('a form with one name a hundred thousand times is read in time', () => {
  const body = Array.from({ length: 100_000 }, () => 'url=a').join('&')
  expect(receive({ body })).toMatchObject({ verdict: 'unmapped', missing: ['url'] })
})
