import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isObject } from '../src/sources/json-field.ts'
import type { Json } from '../src/sources/parse-json.ts'
import { maxBodyBytes, type SourceVerdict } from '../src/sources/read-request.ts'
import type { Source } from '../src/sources/source.ts'
import { type GivenDelivery, project, resultOf, withFields } from './given-delivery.ts'
import { type Signing, specifySigning } from './specify-signing.ts'

/** URLs as `update https://…`. */
export type ExpectedResult = {
  verdict: SourceVerdict
  urls?: string[]
  event?: string | null
  missing?: string[]
  reason?: string | RegExp
}
type Case = [given: GivenDelivery, expected: ExpectedResult]

/** What each kind has to have a case for, or the reason why its sender has none. */
const caseNames = [
  'publish',
  'draft',
  'rename',
  'unpublish',
  'delete',
  'ping',
  'unknownEvent',
  'missingField',
  'otherHost',
] as const
export type SourceCases = Record<(typeof caseNames)[number], Case | Case[] | string> & { more?: Record<string, Case> }

/** Tests of a kind: its cases, its signatures, and that no body makes it throw or name a URL of another host. */
export function specifySource(source: Source, cases: SourceCases, signing: Signing): void {
  const { more = {}, ...required } = cases
  const rows = [...Object.entries(required), ...Object.entries(more)].flatMap(([name, value]) =>
    typeof value === 'string'
      ? []
      : (isList(value) ? value : [value]).map((one, index) => ({ name: `${name} ${index + 1}`, one })),
  )
  describe(`a delivery of ${source.title}`, () => {
    it.each(rows)('$name', ({ one: [given, expected] }) => {
      const { verdict, event, urls, missing, reason } = resultOf(source, given)
      const found = { verdict, event, missing, reason, urls: urls.map(({ url, action }) => `${action} ${url}`) }
      const { reason: expectedReason, ...rest } = expected
      expect(found).toMatchObject({ urls: [], missing: [], ...rest })
      if (expectedReason !== undefined) expect(reason).toMatch(expectedReason)
      if (verdict !== 'urls') expect(reason).toMatch(/^\S.+\S$/)
    })

    const given = rows.map(({ one: [delivery] }) => delivery)
    specifyLimits(source, given)
    specifyFuzzing(source, given)
  })
  const [sample] = rows
  if (sample !== undefined) specifySigning(source, sample.one[0], signing)
}

const isList = (value: Case | Case[]): value is Case[] => Array.isArray(value[0])

function specifyLimits(source: Source, [sample]: GivenDelivery[]): void {
  const { headers = {} } = sample ?? {}
  it('is refused beyond 1 MB', () => {
    const body = `{"url":"${'a'.repeat(maxBodyBytes)}"}`
    expect(resultOf(source, { headers, body })).toMatchObject({
      verdict: 'unmapped',
      reason: 'a body of more than 1 MB',
    })
  })

  it('is refused beyond 64 levels', () => {
    const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const reason = source.format === 'text' ? /^the url is refused: / : /^JSON deeper than 64 levels$/
    expect(resultOf(source, { headers, body })).toMatchObject({ verdict: 'unmapped', urls: [] })
    expect(resultOf(source, { headers, body }).reason).toMatch(reason)
  })

  it.each([
    'null',
    '7',
    '"text"',
    '[]',
    '{}',
    '',
    '[null]',
    '{"url":{"a":1}}',
    'not JSON',
    '{"__proto__":{"url":"https://example.com/x"}}',
  ])('gives no URL for %j', (body) => {
    expect(resultOf(source, { headers, body }).urls).toEqual([])
    expect(Object.hasOwn(Object.prototype, 'url')).toBe(false)
  })
}

function specifyFuzzing(source: Source, given: GivenDelivery[]): void {
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(
      'https://evil.example.net/',
      '//evil.example.net',
      '@evil.example.net',
      '../..',
      '\\\\evil',
      '.evil.net',
      'x\ny',
      '\ud800',
    ),
  )
  const bodies = given.map(({ body }) => body).filter((body) => isObject(body as Json)) as Json[]

  it('never throws or names a URL of another host, for any JSON', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...given), (body, one) => hasOwnUrls(source, { ...one, body })),
      { numRuns: 100 },
    )
  })

  if (bodies.length === 0) return
  it('never throws or names a URL of another host, with fields removed or replaced', () => {
    const chosen = fc.constantFrom(...given.filter(({ body }) => bodies.includes(body as Json)))
    fc.assert(
      fc.property(chosen, fc.nat(), fc.option(values), (one, seed, value) => {
        const paths = pathsOf(one.body as Json)
        const path = paths[seed % paths.length] ?? ''
        return hasOwnUrls(source, {
          ...one,
          body: withFields(one.body as Json, { [path]: (value as Json) ?? undefined }),
        })
      }),
      { numRuns: 300 },
    )
  })
}

/** All paths of a document whose names have no dot. */
function pathsOf(value: Json, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name.includes('.') || name === '' ? [] : [prefix + name, ...pathsOf(inner, `${prefix}${name}.`)],
  )
}

function hasOwnUrls(source: Source, given: GivenDelivery): boolean {
  const host = given.project ?? project
  const { urls, remember } = resultOf(source, given)
  return [...urls, ...remember].every(({ url }) => {
    const { hostname, protocol, pathname } = new URL(url)
    const isOwn = hostname === host || hostname.endsWith(`.${host}`)
    return isOwn && /^https?:$/.test(protocol) && !pathname.split('/').includes('..')
  })
}
