import { describe, expect, it } from '@jest/globals'
import { sentAddresses, sentRules, sourceErrors } from './source-fields.ts'

describe('the rules of a form', () => {
  const kind = { rules: '[{"url":"{permalink}"}]' }

  it.each(['', '  \n', '[{"url":"{permalink}"}]', '[\r\n  { "url": "{permalink}" }\r\n]'])(
    'are those of the kind if they are %j',
    (text) => {
      expect(sentRules(text, kind)).toBe('')
    },
  )

  it.each(['[{"url":"/{slug}"}]', '[]', '[{"url":}]', '['.repeat(100_000)])(
    'are sent as they are otherwise',
    (text) => {
      expect(sentRules(` ${text}\n`, kind)).toBe(text)
    },
  )
})

it('addresses are one a line, or separated by commas', () => {
  expect(sentAddresses('192.0.2.1\r\n 2001:db8::/32,198.51.100.0/24\n')).toEqual([
    '192.0.2.1',
    '2001:db8::/32',
    '198.51.100.0/24',
  ])
})

describe('an error of intake', () => {
  it('of a rule stands at the rules, and names the rule', () => {
    const errors = sourceErrors({ fields: { 'rules[0].url': ['has to be a template'] } })
    expect(errors).toEqual({ fields: { rules: ['rules[0].url has to be a template.'] } })
  })

  it('of a field that the form has not stands above it', () => {
    expect(sourceErrors({ fields: { kind: ['must be one of: urls'] } }).message).toBe('must be one of: urls')
    expect(sourceErrors({ message: 'A project has at most 20 sources.' })).toEqual({
      message: 'A project has at most 20 sources.',
    })
  })
})
