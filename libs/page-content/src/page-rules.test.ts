import { describe, expect, it } from '@jest/globals'
import { maxPageRuleLength, maxPageRules, parsePageRules } from './page-rules.ts'

const faultsOf = (value: unknown) => {
  const parsed = parsePageRules(value)
  return parsed.ok ? [] : parsed.faults.map(({ field }) => field)
}

describe('page rules', () => {
  it.each([
    [{}],
    [{ main: '#content', ignore: ['.related', '[data-ad]'], ignore_text: ['Last updated *', '# comments'] }],
    [{ main: null, ignore: null, ignore_text: [] }],
    [{ ignore: Array.from({ length: maxPageRules }, (_, n) => `.c${n}`) }],
    [{ ignore: [`.${'c'.repeat(maxPageRuleLength - 1)}`] }],
  ])('%j are valid', (value) => {
    expect(faultsOf(value)).toEqual([])
  })

  it.each([
    [null, ['']],
    [['.a'], ['']],
    [{ main: 7 }, ['main']],
    [{ main: 'a > b' }, ['main']],
    [{ ignore: '.a' }, ['ignore']],
    [{ ignore: ['.a', 'b:hover', ''] }, ['ignore[1]', 'ignore[2]']],
    [{ ignore: Array.from({ length: maxPageRules + 1 }, () => '.a') }, ['ignore']],
    [{ ignore: [`.${'c'.repeat(maxPageRuleLength)}`] }, ['ignore[0]']],
    [{ ignore_text: ['*', ' '] }, ['ignore_text[0]', 'ignore_text[1]']],
    [{ ignore_text: ['a'.repeat(maxPageRuleLength + 1)] }, ['ignore_text[0]']],
    [{ ignored: [] }, ['ignored']],
  ])('%j are refused, and the fields named', (value, fields) => {
    expect(faultsOf(value)).toEqual(fields)
  })

  it('say what a selector may be', () => {
    const parsed = parsePageRules({ ignore: ['a > b'] })
    expect(parsed.ok || parsed.faults[0]?.message).toContain('tag, #id, .class, [attr], [attr=value]')
  })
})
