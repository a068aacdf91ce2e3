import { describe, expect, it } from '@jest/globals'
import { conditionOf, isSameVersion, type PageSource, sourceOf, updatedHeaders } from './page-source.ts'

type Headers = [string, string][]
const date: [string, string] = ['date', 'Fri, 27 Nov 2026 10:00:00 GMT']
const source = (headers: Headers, basis: string | null = 'basis'): PageSource | null =>
  sourceOf({ headers, htmlBytes: 9 }, { basis }, { rules: 'rules', now: new Date('2026-11-27T10:00:00Z') })

function condition(headers: Headers): Record<string, string> | null {
  const found = source(headers)
  return found === null ? null : conditionOf(found)
}

describe('a page is asked for', () => {
  it.each<[what: string, headers: Headers, expected: Record<string, string> | null]>([
    ['by its tag', [['etag', '"a"']], { 'if-none-match': '"a"' }],
    ['by a weak tag', [['etag', 'W/"a"']], { 'if-none-match': 'W/"a"' }],
    [
      'by the tag alone if it has both',
      [['etag', '"a"'], ['last-modified', 'Fri, 27 Nov 2026 09:00:00 GMT'], date],
      { 'if-none-match': '"a"' },
    ],
    [
      'by its date',
      [['last-modified', 'Fri, 27 Nov 2026 09:59:00 GMT'], date],
      { 'if-modified-since': 'Fri, 27 Nov 2026 09:59:00 GMT' },
    ],
    ['not by a date of just before', [['last-modified', 'Fri, 27 Nov 2026 09:59:01 GMT'], date], null],
    ['not by a date in the future', [['last-modified', 'Sat, 28 Nov 2026 09:00:00 GMT'], date], null],
    ['not by a date in another form', [['last-modified', '27 Nov 2026 09:00:00 GMT (noon)'], date], null],
    ['not by what is no date', [['last-modified', 'yesterday'], date], null],
    ['not by a date if the answer has none', [['last-modified', 'Fri, 27 Nov 2026 09:00:00 GMT']], null],
    [
      'not by one of two tags',
      [
        ['etag', '"a"'],
        ['etag', '"b"'],
      ],
      null,
    ],
    ['not by a tag without quotes, nor by a date beside it', [['etag', 'a'], ['last-modified', date[1]], date], null],
    ['not by an empty tag', [['etag', '""']], null],
    ['not by a long tag', [['etag', `"${'a'.repeat(201)}"`]], null],
    [
      'not if nothing may be stored',
      [
        ['etag', '"a"'],
        ['cache-control', 'private, No-Store'],
      ],
      null,
    ],
    [
      'although it is to be asked for each time',
      [
        ['etag', '"a"'],
        ['cache-control', 'no-cache'],
      ],
      { 'if-none-match': '"a"' },
    ],
    [
      'not if no two answers are alike',
      [
        ['etag', '"a"'],
        ['vary', 'accept, *'],
      ],
      null,
    ],
    [
      'not if its headers are long',
      [
        ['etag', '"a"'],
        ['content-security-policy', 'a'.repeat(8_000)],
      ],
      null,
    ],
  ])('%s', (_, headers, expected) => {
    expect(condition(headers)).toEqual(expected)
  })

  it('not if its rating does not last', () => {
    expect(source([['etag', '"a"']], null)).toBeNull()
  })
})

describe('an answer 304 is one to the version that was asked for', () => {
  const tagged = { validator: { etag: 'W/"a"' } }
  const dated = { validator: { lastModified: 'Fri, 27 Nov 2026 09:00:00 GMT' } }
  it.each<[what: string, validator: Pick<PageSource, 'validator'>, headers: Headers, expected: boolean]>([
    ['the same tag', tagged, [['etag', 'W/"a"']], true],
    ['the same tag, compared weakly', tagged, [['etag', '"a"']], true],
    ['another tag', tagged, [['etag', '"b"']], false],
    ['no tag', tagged, [], false],
    [
      'two tags',
      tagged,
      [
        ['etag', '"a"'],
        ['etag', '"a"'],
      ],
      false,
    ],
    ['the same date', dated, [['last-modified', 'Fri, 27 Nov 2026 09:00:00 GMT']], true],
    ['no date', dated, [], true],
    ['another date', dated, [['last-modified', 'Fri, 27 Nov 2026 09:00:01 GMT']], false],
    ['a tag where there was none', dated, [['etag', '"a"']], false],
    [
      'that nothing may be stored any more',
      tagged,
      [
        ['etag', '"a"'],
        ['cache-control', 'no-store'],
      ],
      false,
    ],
  ])('if it has %s', (_, validator, headers, expected) => {
    expect(isSameVersion(validator, headers)).toBe(expected)
  })
})

it('keeps the headers that a rating depends on, each as it was sent last', () => {
  const kept = source([
    ['etag', '"a"'],
    ['link', '</a>; rel=canonical'],
    ['link', '</b>; rel=alternate'],
    ['server', 'nginx'],
    ['set-cookie', 'id=1'],
  ])?.headers
  expect(kept).toEqual([
    ['link', '</a>; rel=canonical'],
    ['link', '</b>; rel=alternate'],
    ['server', 'nginx'],
  ])
  const sent: Headers = [
    ['link', '</c>; rel=canonical'],
    ['x-robots-tag', 'noindex'],
    ['date', 'now'],
  ]
  expect(updatedHeaders(kept ?? [], sent)).toEqual([
    ['server', 'nginx'],
    ['link', '</c>; rel=canonical'],
    ['x-robots-tag', 'noindex'],
  ])
})
