import { describe, expect, it } from '@jest/globals'
import { checkPassword, checkPrivacy, type Privacy, unlockOf, unlocks } from './privacy.ts'

const refusal = expect.objectContaining({ kind: 'invalid', errors: { password: [expect.any(String)] } })

describe('privacy', () => {
  it.each([-1, 3, 0.5, Number.NaN])('%s does not exist', (value) => {
    expect(() => checkPrivacy(value)).toThrow(expect.objectContaining({ errors: { privacy: [expect.any(String)] } }))
  })

  it.each<[Privacy, string | undefined, boolean]>([
    [0, undefined, false],
    [1, undefined, true],
    [2, undefined, true],
    [2, '123456', false],
    [2, '💡'.repeat(128), true],
  ])('%i with password %j is right where one is stored: %s', (privacy, password, stored) => {
    expect(() => checkPassword(privacy, password, stored)).not.toThrow()
  })

  it.each<[Privacy, string | undefined, boolean]>([
    [0, '123456', false],
    [1, '123456', true],
    [2, undefined, false],
    [2, '', true],
    [2, '💡💡💡', false],
    [2, 'x'.repeat(129), false],
  ])('%i with password %j is wrong where one is stored: %s', (privacy, password, stored) => {
    expect(() => checkPassword(privacy, password, stored)).toThrow(refusal)
  })
})

describe('unlocks', () => {
  it('knows what was made for this report and this password', () => {
    expect(unlocks(unlockOf('a', 'hash'), 'a', 'hash')).toBe(true)
  })

  it.each([
    ['another report', unlockOf('b', 'hash')],
    ['another password', unlockOf('a', 'other hash')],
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(32)],
    ['something longer', Buffer.concat([unlockOf('a', 'hash'), Buffer.alloc(1)])],
    ['an absent value', undefined],
  ])('refuses what was made for %s', (_, unlock) => {
    expect(unlocks(unlock, 'a', 'hash')).toBe(false)
  })
})
