import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { escapeLike } from './like.ts'

/** LIKE as PostgreSQL defines it, for a whole pattern, with \ as the escape. */
function like(text: string, pattern: string): boolean {
  const source = pattern.replace(
    /\\([\s\S])|([%_])|([\s\S])/g,
    (_, escaped?: string, wildcard?: string, plain?: string) =>
      wildcard === undefined ? literal(escaped ?? plain ?? '') : wildcard === '%' ? '[\\s\\S]*' : '[\\s\\S]',
  )
  return new RegExp(`^${source}$`).test(text)
}

function literal(character: string): string {
  return character.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

const naughty = fc.string({ unit: fc.constantFrom('%', '_', '\\', 'a', 'b', '.', "'") })

describe('escapeLike', () => {
  it.each([
    ['100%', '100\\%'],
    ['a_b', 'a\\_b'],
    ['c:\\d', 'c:\\\\d'],
    ['plain', 'plain'],
  ])('%s becomes %s', (text, escaped) => {
    expect(escapeLike(text)).toBe(escaped)
  })

  it('makes a pattern that finds exactly the texts with that substring', () => {
    fc.assert(
      fc.property(naughty, naughty, (text, search) => like(text, `%${escapeLike(search)}%`) === text.includes(search)),
    )
  })
})
