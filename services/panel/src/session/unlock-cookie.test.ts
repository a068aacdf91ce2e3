import { expect, it } from '@jest/globals'
import { createUnlockSeal } from './unlock-cookie.ts'

const unlocks = createUnlockSeal('a secret of the services')
const soon = () => Date.now() + 60_000
const unlock = Buffer.from('the unlock')

it('opens what it sealed', () => {
  expect(unlocks.open(unlocks.seal(unlock, 'report 1', soon()), 'report 1')).toEqual(unlock)
})

it('reveals nothing of its content, and differs each time', () => {
  const sealed = [unlocks.seal(unlock, 'report 1', soon()), unlocks.seal(unlock, 'report 1', soon())]
  expect(sealed[0]).not.toBe(sealed[1])
  for (const part of sealed.flatMap((one) => one.split('.')))
    expect(Buffer.from(part, 'base64url').includes(unlock)).toBe(false)
})

/** With the last character's first bit flipped: the bits that base64url leaves unused are no change. */
function changed(sealed: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return sealed.slice(0, -1) + alphabet.charAt(alphabet.indexOf(sealed.slice(-1)) ^ 32)
}

it.each<[string, () => string | undefined, string]>([
  ['for another report', () => unlocks.seal(unlock, 'report 1', soon()), 'report 2'],
  ['that has expired', () => unlocks.seal(unlock, 'report 1', Date.now() - 1), 'report 1'],
  ['of another system', () => createUnlockSeal('another secret').seal(unlock, 'report 1', soon()), 'report 1'],
  ['with a changed bit', () => changed(unlocks.seal(unlock, 'report 1', soon())), 'report 1'],
  ['that is cut short', () => unlocks.seal(unlock, 'report 1', soon()).slice(0, 20), 'report 1'],
  ['that is empty', () => '', 'report 1'],
  ['that is absent', () => undefined, 'report 1'],
])('refuses one %s', (_what, cookie, reportId) => {
  expect(unlocks.open(cookie(), reportId)).toBeUndefined()
})
