import { expect, it } from '@jest/globals'
import { readRules } from './rule.ts'

const rulesOf = (check: string) => readRules([{ when: 'check_fails', check }])
const refusal = (text: string) => expect.objectContaining({ kind: 'invalid', errors: { rules: [text] } })

it.each(['indexable', 'duplicate_title', 'orphan'])('%s is a check that may fail, of pages or of sites', (check) => {
  expect(rulesOf(check)).toEqual([{ when: 'check_fails', check }])
})

it.each([
  ['indexible', 'use indexable'],
  ['Duplicate-Title', 'use duplicate_title'],
  ['no_such_check_at_all', 'use one of pages, such as indexable, or of sites, such as orphan'],
  ['', 'use one of pages, such as indexable, or of sites, such as orphan'],
])('"%s" is none, and the error names what is allowed', (check, allowed) => {
  const text = `has check_fails with "${check}", which is not the id of a check: ${allowed}`
  expect(() => rulesOf(check)).toThrow(refusal(text))
})

it('a long id is cut in the error', () => {
  expect(() => rulesOf('x'.repeat(100_000))).toThrow(
    expect.objectContaining({ errors: { rules: [expect.stringMatching(/^has check_fails with "x{60}", which/)] } }),
  )
})
