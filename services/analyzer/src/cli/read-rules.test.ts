import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readRules } from './read-rules.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagebell-rules-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function read(content: string) {
  const file = join(folder, 'rules.json')
  writeFileSync(file, content)
  return readRules(file)
}

describe('a file of page rules', () => {
  it('is compiled', () => {
    expect(read('{"main":"#content","ignore":[".a .b"]}')).toMatchObject({ main: { text: '#content' }, ignoreText: [] })
    expect(readRules(null)).toEqual({ main: null, ignore: [], ignoreText: [] })
  })

  it.each([
    ['{', /not JSON/],
    ['{"ignore":["a > b"]}', /ignore\[0\]: A selector .* #id/],
    ['[]', /main, ignore, ignore_text/],
  ])('%s is refused with the reason', (content, message) => {
    expect(() => read(content)).toThrow(message)
  })

  it('that is missing is refused', () => {
    expect(() => readRules(join(folder, 'none.json'))).toThrow(/cannot be read/)
  })
})
