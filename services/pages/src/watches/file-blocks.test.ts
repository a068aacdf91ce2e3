import { randomBytes } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { collectBlocks, readBlocks } from './file-blocks.ts'

const half = 131_072

it.each([
  ['nothing', []],
  ['less than a block', [5]],
  ['a block', [half, half]],
  ['pieces across the border of blocks', [half, half + 1, 7, 3 * half]],
  ['a piece of several blocks', [7 * half]],
  ['an empty piece', [5, 0, 5]],
])('a file is what has arrived, as often as it is read, and every block can be moved: %s', (_what, sizes) => {
  const collected = collectBlocks()
  const pieces = sizes.map((size) => randomBytes(size))
  for (const piece of pieces) collected.add(piece)
  const blocks = collected.end()
  const file = readBlocks(blocks)
  for (let reading = 0; reading < 2; reading += 1)
    expect(Buffer.concat([...file]).equals(Buffer.concat(pieces))).toBe(true)
  for (const { buffer, byteLength } of blocks) expect(buffer.byteLength).toBe(byteLength)
})

it('a sitemap waits in a tenth of its size', () => {
  const collected = collectBlocks()
  const entries = Array.from({ length: 10_000 }, (_, n) => `<url><loc>https://example.com/tea/${n}</loc></url>`)
  const bytes = Buffer.from(entries.join('\n'))
  collected.add(bytes)
  const waiting = collected.end().reduce((sum, { byteLength }) => sum + byteLength, 0)
  expect(waiting).toBeLessThan(bytes.length / 8)
})
