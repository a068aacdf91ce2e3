import { expect, it } from '@jest/globals'
import { siteProgress } from './site-progress.ts'

function shown(isTTY: boolean, counts: readonly number[]) {
  const [lines, overwritten]: [string[], string[]] = [[], []]
  const out = { isTTY, write: (text: string) => lines.push(text) > 0 }
  const show = siteProgress(out, { show: (text) => overwritten.push(text) }, 500)
  for (const requested of counts) show({ requested, waiting: 1 })
  return { lines, overwritten }
}

it('writes a line for each hundred addresses to a log, once, also if the hundredth is passed over', () => {
  expect(shown(false, [0, 0, 99, 100, 100, 203, 204, 299]).lines).toEqual([
    '100 of at most 500 addresses requested, 1 waiting\n',
    '203 of at most 500 addresses requested, 1 waiting\n',
  ])
})

it('overwrites one line of a terminal', () => {
  const { lines, overwritten } = shown(true, [0, 1, 2])
  expect([lines.length, overwritten.length]).toEqual([0, 3])
})
