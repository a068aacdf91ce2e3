import { expect, it } from '@jest/globals'
import { csvLine } from './csv.ts'

it.each([
  ['https://example.com/', 'https://example.com/'],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("https://evil.example")', '"\'=HYPERLINK(""https://evil.example"")"'],
  ['+1', "'+1"],
  ['-1+cmd|x', "'-1+cmd|x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['', ''],
  [undefined, ''],
  [-5, '-5'],
])('writes %p as %p', (value, written) => {
  expect(csvLine([value, 'end'])).toBe(`${written},end\r\n`)
})
