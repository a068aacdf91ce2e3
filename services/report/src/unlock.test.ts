import { describe, expect, it } from '@jest/globals'
import { unlockOf, unlocks } from './unlock.ts'

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
