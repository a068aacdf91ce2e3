import { describe, expect, it } from '@jest/globals'
import { compileGlob } from './glob.ts'

const matches = (glob: string, path: string): boolean | undefined => compileGlob(glob)?.(path)

describe('a glob', () => {
  it.each([
    ['content/**/*.md', 'content/a.md', true],
    ['content/**/*.md', 'content/a/b/c.md', true],
    ['content/**/*.md', 'content/a.mdx', false],
    ['content/**/*.md', 'src/content/a.md', false],
    ['**/*.md', 'a.md', true],
    ['**', 'a/b', true],
    ['content/*', 'content/a/b', false],
    ['content/*', 'content/a', true],
    ['content/**', 'content/a/b', true],
    ['content/**', 'content', true],
    ['/content/a.md', 'content/a.md', true],
    ['a?.md', 'ab.md', true],
    ['a?.md', 'a/.md', false],
    ['{docs,blog}/*.{md,mdx}', 'blog/a.mdx', true],
    ['{docs,blog}/*.{md,mdx}', 'news/a.md', false],
    ['*.md', '.md', true],
    ['a+(b)', 'a+(b)', true],
    ['[ab]', 'a', false],
    ['a**b', 'axxb', true],
  ])('%s and %s: %s', (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected)
  })

  it.each([
    '{a',
    '{a,{b,c}}',
    '{1,2,3,4,5,6,7,8,9}',
    '{a,b}{a,b}{a,b}{a,b}',
    Array.from({ length: 17 }, () => '**').join('/'),
  ])('%s is refused', (glob) => {
    expect(compileGlob(glob)).toBeUndefined()
  })

  it('matches no path of more than 64 segments', () => {
    expect(matches('**', `${'a/'.repeat(63)}a`)).toBe(true)
    expect(matches('**', `${'a/'.repeat(64)}a`)).toBe(false)
  })

  it('is fast on patterns on which backtracking is slow', () => {
    const began = performance.now()
    expect(matches(`${'*a'.repeat(200)}b`, 'a'.repeat(4_000))).toBe(false)
    expect(matches(`${'**/a/'.repeat(7)}b`, `${'a/'.repeat(63)}c`)).toBe(false)
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})
