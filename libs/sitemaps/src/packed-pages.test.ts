import { describe, expect, it } from '@jest/globals'
import { firstPages, packPages, pagesPerPortion, unpackPages, unpackPortion } from './packed-pages.ts'

const pageOf = (n: number) => ({
  url: `https://example.com/tea-\ud800-\t-é-${n}`,
  lastmod: n % 2 === 0 ? null : '2026-05-17',
})
const listOf = (count: number) => Array.from({ length: count }, (_, n) => pageOf(n))

function packed(count: number) {
  const packer = packPages()
  for (const page of listOf(count)) packer.add(page)
  return packer
}

describe('packed pages', () => {
  it.each([0, 1, pagesPerPortion, pagesPerPortion + 1, 2 * pagesPerPortion])('are what was added: %i', (count) => {
    const pages = packed(count).pack()
    expect(pages.count).toBe(count)
    expect(unpackPages(pages)).toEqual(listOf(count))
    expect(pages.portions.every((portion) => unpackPortion(portion).length <= pagesPerPortion)).toBe(true)
  })

  it.each([1, pagesPerPortion, pagesPerPortion + 1])('end before the one that is dropped: %i', (count) => {
    const packer = packed(count)
    packer.dropLast()
    expect(packer.count).toBe(count - 1)
    expect(unpackPages(packer.pack())).toEqual(listOf(count - 1))
  })

  it.each([0, 1, pagesPerPortion, pagesPerPortion + 1, 2_500, 9_999])('can be cut to the first %i', (max) => {
    const pages = firstPages(packed(2_500).pack(), max)
    expect(pages.count).toBe(Math.min(max, 2_500))
    expect(unpackPages(pages)).toEqual(listOf(Math.min(max, 2_500)))
  })

  it('have each portion in a buffer that can be moved', () => {
    for (const { buffer, byteLength } of packed(2_500).pack().portions) expect(buffer.byteLength).toBe(byteLength)
  })
})
