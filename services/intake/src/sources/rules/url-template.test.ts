import { describe, expect, it } from '@jest/globals'
import { fillUrl, parseUrlTemplate } from './url-template.ts'

function url(text: string, value: unknown, isLiteralPath = false): unknown {
  const parsed = parseUrlTemplate(text)
  if (!parsed.ok) return parsed.error
  const filled = fillUrl({ ...parsed.template, isLiteralPath }, { v: value as string }, 'example.com')
  return filled.ok ? filled.text : (filled.reason ?? filled.missing)
}

describe('the template of a URL', () => {
  it.each([
    ['https://{project}/a/{v}', 'b', 'https://example.com/a/b'],
    ['https://www.{project}/{v}', 'b', 'https://www.example.com/b'],
    ['http://shop.example.com/{v}', 'b', 'http://shop.example.com/b'],
    ['/{v}/', 'a/b', 'https://example.com/a/b/'],
    ['/{v}/', '/a/', 'https://example.com/a/'],
    ['/{v|index}/', 'index', 'https://example.com/'],
    ['{v}', 'https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['{v}', '/about', 'https://example.com/about'],
    ['{v}', '//evil.net/a', 'https://example.com/evil.net/a'],
    ['/{v}', 'ä ö', 'https://example.com/%C3%A4%20%C3%B6'],
    ['/{v}', 'caf%c3%a9', 'https://example.com/caf%c3%a9'],
    ['/{v}', '100%', 'https://example.com/100%25'],
    ['/{v}', 'a?b=c#d', 'https://example.com/a%3Fb=c%23d'],
    ['/{v}', 'a\\..\\b', 'https://example.com/a%5C..%5Cb'],
    ['/{v}', 'a\nb', 'https://example.com/a%0Ab'],
    ['/{v}', '\ud800', 'https://example.com/%EF%BF%BD'],
    ['/{v}', 'a:b@c,d', 'https://example.com/a:b@c,d'],
    ['/p?id={v}', 'a&b=/c', 'https://example.com/p?id=a%26b%3D%2Fc'],
    ['/p#{v}', '../a', 'https://example.com/p#..%2Fa'],
  ])('%s with %j is %s', (text, value, expected) => {
    expect(url(text, value)).toBe(expected)
  })

  it('takes the path of a file as it is', () => {
    expect(url('/{v}', 'a%20b', true)).toBe('https://example.com/a%2520b')
    expect(url('/{v}', 'a%20b')).toBe('https://example.com/a%20b')
  })

  it.each([
    ['{v}', 'a'.repeat(2_049)],
    ['/{v}', 'a'.repeat(2_049)],
    ['/{v|lower}?a={v}', 'a'.repeat(1_024)],
    ['/{v}', '€'.repeat(300)],
  ])('%s refuses a value that makes the URL too long', (text, value) => {
    expect(url(text, value)).toBe('a url of more than 2048 characters')
  })

  it.each(['..', '../a', 'a/../b', 'a/..', '.', './a', '%2e%2E/a', '.%2e', 'a/%2E%2e'])(
    'refuses to leave by %s',
    (value) => {
      expect(url('/{v}', value)).toBe('a path with . or ..')
      expect(url('https://{project}/x/{v}', value)).toBe('a path with . or ..')
      expect(url('{v}', `/${value}`)).toBe('a path with . or ..')
    },
  )

  it.each([
    'https://{v}/a',
    'https://{project}{v}/a',
    'https://{project}.{v}/',
    'https://{v}.example.com/',
    'https://{project}',
    'https://{project}?a={v}',
    'https://{project}#{v}',
    'https://user@{project}/',
    'https://{project}:8080@{v}/',
    'ftp://{project}/{v}',
    '//{project}/{v}',
    'https:///{v}',
    'a/{v}',
    '{v}{v}',
    '{v}/a',
    '',
  ])('%s is refused, so that no field is part of the host', (text) => {
    expect(url(text, 'evil.net')).toMatch(/^has to be a template that begins with https:\/\/\{project\}\/ or \//)
  })
})
