import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { normaliseUrl } from './normalise-url.ts'

type Case = { id: string; input: string; expected: string; intake?: string; has_credentials?: boolean }
type Pair = { id: string; a: string; b: string; same: boolean }

const read = <Line>(file: string): Line[] =>
  readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

const cases = read<Case>('url-normalisation.jsonl')
const isWeb = (one: Case): boolean =>
  one.intake === 'accept' || (one.intake === undefined && /^https?:/.test(one.expected))

/** A WHATWG parser keeps escapes as they were written; we follow RFC 3986 6.2.2.2 and decode the unreserved. */
const decodedHere: Record<string, string> = {
  'http://example.com/foo/%2e%2': 'http://example.com/foo/.%2',
  'http://example.com/%2e.bar': 'http://example.com/..bar',
  'http://example.com/foo%00%51': 'http://example.com/foo%00Q',
  'http://www/foo%2Ehtml': 'http://www/foo.html',
}
/** A WHATWG parser keeps the fragment; no server ever sees it, so it cannot name another page. */
const withoutFragment = (url: string): string => url.split('#')[0] ?? ''

describe('normaliseUrl on the public suites', () => {
  it.each(cases.filter((one) => isWeb(one) && one.has_credentials !== true))('accepts $input', (one) => {
    const expected = withoutFragment(one.expected)
    expect(normaliseUrl(one.input)).toMatchObject({ ok: true, url: decodedHere[expected] ?? expected })
  })

  it.each(cases.filter((one) => one.intake === 'reject-scheme'))('refuses the scheme of $input', (one) => {
    expect(normaliseUrl(one.input)).toEqual({ ok: false, reason: 'neither http nor https' })
  })

  it.each(cases.filter((one) => one.intake === 'invalid' || one.expected === 'invalid'))('refuses $input', (one) => {
    expect(normaliseUrl(one.input)).toMatchObject({ ok: false })
  })

  // Deliberately unlike the suite: a password in a URL would be sent to an engine and shown in logs.
  it.each(cases.filter((one) => one.has_credentials === true && isWeb(one)))('refuses the user in $input', (one) => {
    expect(normaliseUrl(one.input)).toEqual({ ok: false, reason: 'contains a user name or password' })
  })

  it.each(read<Pair>('url-pairs.jsonl'))('takes $a and $b for the same: $same', ({ a, b, same }) => {
    const [left, right] = [normaliseUrl(a), normaliseUrl(b)]
    if (!left.ok || !right.ok) throw new Error('both spellings are valid URLs')
    expect(left.url === right.url).toBe(same)
  })

  it('has a reading for every case, so that none is skipped unseen', () => {
    const unread = cases.filter((one) => !isWeb(one) && one.intake === undefined && one.expected !== 'invalid')
    expect(unread.map((one) => one.input)).toEqual(['example://a/b/c/%7Bfoo%7D'])
    expect(normaliseUrl('example://a/b/c/%7Bfoo%7D')).toMatchObject({ ok: false })
  })
})

describe('normaliseUrl', () => {
  it.each([
    ['http://example.com/a%2fb%c3%a9', 'http://example.com/a%2Fb%C3%A9'],
    ['http://example.com/%7euser/%41', 'http://example.com/~user/A'],
    ['http://example.com/?q=%7e&r=%26', 'http://example.com/?q=~&r=%26'],
    ['http://example.com/a/?b=2&a=1', 'http://example.com/a/?b=2&a=1'],
    ['http://example.com/a#part', 'http://example.com/a'],
    ['http://example.com/%2%65', 'http://example.com/%2%65'],
    ['http://example.com/%%34%31', 'http://example.com/%%341'],
  ])('writes %s as %s', (input, url) => {
    expect(normaliseUrl(input)).toMatchObject({ ok: true, url })
  })

  it('measures what was sent and what would be sent on', () => {
    const path = (length: number): string => `http://example.com/${'a'.repeat(length - 19)}`
    expect(normaliseUrl(path(2_048))).toMatchObject({ ok: true })
    expect(normaliseUrl(path(2_049))).toMatchObject({ ok: false, reason: 'longer than 2048 characters' })
    expect(normaliseUrl(`http://example.com/${'é'.repeat(1_000)}`)).toMatchObject({ ok: false })
  })

  it('leaves its own results as they are', () => {
    const pieces = fc.constantFrom(
      '%',
      '2',
      'e',
      '65',
      '.',
      '..',
      '/',
      '%2e',
      '%2F',
      'é',
      '?',
      '#',
      ' ',
      '~',
      '%7e',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (path) => {
        const once = normaliseUrl(`http://example.com/${path.join('')}`)
        if (!once.ok) throw new Error(once.reason)
        expect(normaliseUrl(once.url)).toEqual(once)
      }),
    )
  })
})
