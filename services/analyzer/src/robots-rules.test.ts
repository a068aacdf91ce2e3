import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { judgeRobots, parseRobots } from './robots-rules.ts'

const cases = readFileSync(new URL('./fixtures/robots.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): { robots: string; agent: string; url: string; allowed: boolean } => JSON.parse(line))

describe('robots.txt, as RFC 9309 says', () => {
  it.each(cases)('$agent at $url: $allowed', ({ robots, agent, url, allowed }) => {
    expect(judgeRobots(parseRobots(robots), agent, url).allowed).toBe(allowed)
  })

  it('names the line that decided', () => {
    const file = parseRobots('User-agent: *\n\nDisallow: /a\nAllow: /a/b$')
    expect(judgeRobots(file, 'x', 'https://example.com/a/c').rule).toEqual({ allow: false, path: '/a', line: 3 })
    expect(judgeRobots(file, 'x', 'https://example.com/a/b').rule?.line).toBe(4)
  })

  it('judges a rule full of stars at once', () => {
    const file = parseRobots(`User-agent: *\nDisallow: /${'*a'.repeat(5_000)}$`)
    const started = performance.now()
    judgeRobots(file, 'x', `https://example.com/${'a'.repeat(2_000)}b`)
    expect(performance.now() - started).toBeLessThan(200)
  })
})
