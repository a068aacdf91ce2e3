import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { readLines } from './read-lines.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagebell-lines-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function lines(content: string): Promise<string[]> {
  const file = join(folder, 'lines.jsonl')
  writeFileSync(file, content)
  return Array.fromAsync(readLines(file))
}

it.each([
  ['without the last line end', 'a\nb', ['a', 'b']],
  ['with line ends of Windows', 'a\r\nb\r\n', ['a\r', 'b\r']],
  ['without empty lines', '\n\na\n \nb\n\n', ['a', 'b']],
  ['that contain other separators', '"a\u2028b\u2029c\u0085d"\n"e"', ['"a\u2028b\u2029c\u0085d"', '"e"']],
  ['without a byte order mark', '\ufeff{"ä":"€"}\n', ['{"ä":"€"}']],
  ['of a file without any', '', []],
])('reads lines %s', async (_which, content, expected) => {
  expect(await lines(content)).toEqual(expected)
})

it('reads lines longer than a chunk, and letters that chunks divide', async () => {
  const long = 'é鐘🔔'.repeat(40_000)
  expect(await lines(`a${long}\n${long}\nb`)).toEqual([`a${long}`, long, 'b'])
})

it('rejects for a file that is missing', async () => {
  await expect(Array.fromAsync(readLines(join(folder, 'none')))).rejects.toMatchObject({ syscall: 'open' })
})
