import { expect, it } from '@jest/globals'
import { sealWith } from './seal.ts'

const seal = sealWith('a secret of the services')
const soon = () => Date.now() + 60_000
const bytes = Buffer.from('the unlock')

it('opens what it closed', () => {
  expect(seal.open(seal.close(bytes, 'report 1', soon()), 'report 1')).toEqual(bytes)
})

it('shows nothing of what it holds, and never the same', () => {
  const sealed = [seal.close(bytes, 'report 1', soon()), seal.close(bytes, 'report 1', soon())]
  expect(sealed[0]).not.toBe(sealed[1])
  expect(Buffer.from(sealed[0] ?? '', 'base64url').includes(bytes)).toBe(false)
})

it.each<[string, () => string | undefined, string]>([
  ['for another report', () => seal.close(bytes, 'report 1', soon()), 'report 2'],
  ['that is over', () => seal.close(bytes, 'report 1', Date.now() - 1), 'report 1'],
  ['of another system', () => sealWith('another secret').close(bytes, 'report 1', soon()), 'report 1'],
  [
    'with a changed bit',
    () => {
      const sealed = Buffer.from(seal.close(bytes, 'report 1', soon()), 'base64url')
      sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
      return sealed.toString('base64url')
    },
    'report 1',
  ],
  ['that is cut short', () => seal.close(bytes, 'report 1', soon()).slice(0, 20), 'report 1'],
  ['that is absent', () => undefined, 'report 1'],
])('refuses one %s', (_what, sealed, about) => {
  expect(seal.open(sealed(), about)).toBeUndefined()
})
