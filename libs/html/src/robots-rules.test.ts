import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { judgeRobots, parseRobots } from './robots-rules.ts'

const cases = readFileSync(new URL('./fixtures/robots.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): { robots: string; agent: string; url: string; allowed: boolean } => JSON.parse(line))

describe('robots.txt, as RFC 9309 defines it', () => {
  it.each(cases)('$agent at $url: $allowed', ({ robots, agent, url, allowed }) => {
    expect(judgeRobots(parseRobots(robots), agent, url).allowed).toBe(allowed)
  })

  it('names the line that decided', () => {
    const file = parseRobots('User-agent: *\n\nDisallow: /a\nAllow: /a/b$')
    expect(judgeRobots(file, 'x', 'https://example.com/a/c').rule).toMatchObject({ allow: false, path: '/a', line: 3 })
    expect(judgeRobots(file, 'x', 'https://example.com/a/b').rule?.line).toBe(4)
  })

  it.each([
    [
      'groups of one crawler are one',
      'User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /\n\nUser-agent: A\nDisallow: /y',
      'a',
      '/y',
      false,
    ],
    [
      'agents above one another share their rules',
      'User-agent: a\n\n# both\nUser-agent: b\nDisallow: /',
      'a',
      '/x',
      false,
    ],
    [
      'a sitemap between agents does not separate them',
      'User-agent: a\nSitemap: https://x/\nUser-agent: b\nDisallow: /',
      'a',
      '/',
      false,
    ],
    [
      'a specific group replaces the general one',
      'User-agent: *\nDisallow: /\nUser-agent: a\nDisallow:',
      'a',
      '/x',
      true,
    ],
    ['an empty rule forbids nothing', 'User-agent: *\nDisallow:\nAllow:', 'a', '/x', true],
    ['a longer name is another crawler', 'User-agent: abc\nDisallow: /', 'ab', '/x', true],
    ['a version is no part of the name', 'User-agent: ab/2.1\nDisallow: /', 'ab', '/x', false],
    ['names compare without case', 'user-AGENT: AB\ndisALLOW: /', 'ab', '/x', false],
    ['paths compare with case', 'User-agent: *\nDisallow: /X', 'a', '/x', true],
    ['carriage returns end lines', 'User-agent: *\rDisallow: /x\rAllow: /x/y', 'a', '/x/z', false],
    ['a byte order mark is no part of the first line', '\uFEFFUser-agent: *\nDisallow: /', 'a', '/', false],
    ['a star stands for nothing, too', 'User-agent: *\nDisallow: /a*b', 'a', '/ab', false],
    ['stars in a row are one', 'User-agent: *\nDisallow: /a***b$', 'a', '/axxb', false],
    ['an end mark ends', 'User-agent: *\nDisallow: /a$', 'a', '/ab', true],
    ['an end mark is behind the query', 'User-agent: *\nDisallow: /*.php$', 'a', '/x.php?y', true],
    ['a star before the end mark needs the last part once', 'User-agent: *\nDisallow: /a*a$', 'a', '/a', true],
    ['queries count', 'User-agent: *\nDisallow: /*?id=', 'a', '/x?id=1', false],
    ['a tie allows', 'User-agent: *\nDisallow: /a\nAllow: /a', 'a', '/a', true],
    ['the longest rule wins wherever it stands', 'User-agent: *\nAllow: /a/b\nDisallow: /a', 'a', '/a/b', true],
    ['letters outside ASCII are compared escaped', 'User-agent: *\nDisallow: /ツ', 'a', '/%E3%83%84', false],
    ['escapes compare without case', 'User-agent: *\nDisallow: /%e3%83%84', 'a', '/%E3%83%84', false],
    ['a comment ends a path', 'User-agent: *\nDisallow: /a # and more', 'a', '/a', false],
    ['robots.txt itself may always be read', 'User-agent: *\nDisallow: /', 'a', '/robots.txt', true],
    ['rules before any user-agent apply to no crawler', 'Disallow: /\nUser-agent: *\nAllow: /a', 'a', '/x', true],
    ['spaces round the colon do not matter', 'User-agent : *\nDisallow :   /x  ', 'a', '/x', false],
  ])('%s', (_rule, robots, agent, path, allowed) => {
    expect(judgeRobots(parseRobots(robots), agent, `https://example.com${path}`).allowed).toBe(allowed)
  })

  it('is read up to 500 KiB, and a line truncated there is ignored', () => {
    const file = (first: string) => `User-agent: *\n${first}\n`.padEnd(511_990, '#')
    const late = parseRobots(`${file('Allow: /x')}\nDisallow: /a/long/path\n`)
    expect(judgeRobots(late, 'x', 'https://example.com/a/other').allowed).toBe(true)
    const wide = parseRobots(`${'#é'.repeat(200_000)}\nUser-agent: *\nDisallow: /`)
    expect(wide.groups).toEqual([])
    const early = parseRobots(`${file('Disallow: /a')}\nAllow: /a\n`)
    expect(judgeRobots(early, 'x', 'https://example.com/a').allowed).toBe(false)
  })

  it('judges a rule full of stars at once', () => {
    const file = parseRobots(`User-agent: *\nDisallow: /${'*a'.repeat(5_000)}$`)
    const started = performance.now()
    judgeRobots(file, 'x', `https://example.com/${'a'.repeat(2_000)}b`)
    expect(performance.now() - started).toBeLessThan(200)
  })
})
