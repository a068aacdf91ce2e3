import { expect, it } from '@jest/globals'
import { describeWords } from './simhash.ts'

const simhash = (text: string): string => describeWords([text]).simhash

function distance(a: string, b: string): number {
  let bits = BigInt(`0x${simhash(a)}`) ^ BigInt(`0x${simhash(b)}`)
  let count = 0
  for (; bits > 0n; bits >>= 1n) count += Number(bits & 1n)
  return count
}
const textOf = (seed: number, length: number) =>
  Array.from({ length }, (_, n) => `w${Math.imul(n + 1, seed) % 9_973}`).join(' ')

it('similar texts share bits, others do not', () => {
  const text = textOf(7_919, 500)
  expect(distance(text, text)).toBe(0)
  expect(distance(text, text.replace(/ w\d+ /, ' other '))).toBeLessThan(6)
  expect(distance(text, textOf(104_729, 500))).toBeGreaterThan(16)
})

it('an empty text has only zeros, a single word does not', () => {
  expect(simhash('')).toBe('0'.repeat(16))
  expect(simhash('word')).not.toBe('0'.repeat(16))
})

it('a text in pieces is described as if it were one', () => {
  const words = textOf(7_919, 3_000).split(' ')
  const pieces = [0, 1, 2, 3, 1_000, 1_001].map((from, at, all) => words.slice(from, all[at + 1]).join(' '))
  expect(describeWords(pieces.map((piece, at) => (at === 0 ? piece : ` ${piece}`)))).toEqual(
    describeWords([words.join(' ')]),
  )
  expect(describeWords(['', ' …', ' a', ' '])).toEqual(describeWords(['a']))
})

it('the words of a long text are counted, but its simhash is that of its first 500,000 characters', () => {
  const long = textOf(7_919, 120_000)
  const space = long.indexOf(' ', 300_000)
  const expected = { wordCount: 120_000, simhash: simhash(long.slice(0, 500_000)) }
  expect(long.length).toBeGreaterThan(600_000)
  expect(describeWords([long])).toEqual(expected)
  expect(describeWords([long.slice(0, space), long.slice(space)])).toEqual(expected)
})

it.each([
  ['c600060130e5b028', 'A bell is cast, not built, and the mould decides its voice long before the metal is poured.'],
  ['8cb0212802c49c3c', 'Die Glocke läutet, 鐘の音 — naïve café'],
])('is %s of a text, also in a later version: it is stored', (hash, text) => {
  expect(simhash(text)).toBe(hash)
})
