import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createSeal } from './seal.ts'

const [older, newer] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')]
const text = JSON.stringify({ api_key: 'b1465a6d0c2e4f38a7d95e02c8f4136b' })

describe('sealed settings', () => {
  it('are opened again in their own place, and are never the same twice', () => {
    const seal = createSeal(older, 'channel settings')
    const [once, twice] = [seal.seal(text, 'here'), seal.seal(text, 'here')]
    expect([seal.open(once, 'here'), seal.open(twice, 'here')]).toEqual([text, text])
    expect(once).not.toBe(twice)
    expect(once).not.toContain('b1465a6d')
    expect(() => seal.open(once, 'there')).toThrow()
  })

  it('are refused when a bit of them was changed', () => {
    const seal = createSeal(older, 'channel settings')
    const [id = '', sealed = ''] = seal.seal(text, 'here').split('.')
    for (const at of [0, 20, Buffer.from(sealed, 'base64url').length - 1]) {
      const bytes = Buffer.from(sealed, 'base64url')
      bytes[at] = (bytes[at] ?? 0) ^ 1
      expect(() => seal.open(`${id}.${bytes.toString('base64url')}`, 'here')).toThrow()
    }
  })

  it('are opened by the older of two keys, and sealed by the newer', () => {
    const sealed = createSeal(older, 'channel settings').seal(text, 'here')
    const both = createSeal(`${newer}, ${older}`, 'channel settings')
    expect(both.open(sealed, 'here')).toBe(text)
    const again = both.seal(text, 'here')
    expect(createSeal(newer, 'channel settings').open(again, 'here')).toBe(text)
    expect(() => createSeal(newer, 'channel settings').open(sealed, 'here')).toThrow('SETTINGS_KEY lacks the key')
    expect(again.startsWith(`${both.currentId}.`)).toBe(true)
  })
})
