import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { applyEdits } from './replace.ts'
import { openSources } from './source-files.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pagebell-sources-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const replace = (find: string, put: string, after?: string): string | undefined => {
  const edit = { in: 'services/x', find, put, ...(after === undefined ? {} : { after }) }
  return [...applyEdits(openSources(root), [edit]).values()][0]?.after
}

describe('a text to replace', () => {
  it.each([
    ['the same line', 'limit(a, b)\n'],
    ['another format, with a comma after the last argument', 'limit(\n  a,\n  b,\n)\n'],
    ['a comment in between', 'limit(a, // the first\n b /* and limit(a, b) */)\n'],
  ])('is found in %s', (_, text) => {
    write('services/x/src/deep/anything.ts', `before()\n${text}`)
    expect(replace('limit(a, b)', 'limit(b)')).toBe('before()\nlimit(b)\n')
  })

  it('is found with other quotes', () => {
    write('services/x/src/a.ts', 'say("no")\n')
    expect(replace("say('no')", 'stop()')).toBe('stop()\n')
  })

  it('is found in a SQL statement with any line breaks', () => {
    write('services/x/src/a.sql.ts', 'const text = `\n  delete from a\n  where b = $1`\n')
    expect(replace('delete from a where b = $1', 'delete from a')).toBe('const text = `\n  delete from a`\n')
  })

  it('may be the first one after another text', () => {
    write('services/x/src/a.ts', 'go()\nfunction b() {\n  go()\n}\ngo()\n')
    expect(replace('go()', 'stop()', 'function b')).toBe('go()\nfunction b() {\n  stop()\n}\ngo()\n')
  })

  it.each(['services/x/src/a.test.ts', 'services/x/test/a.ts', 'services/y/src/a.ts'])(
    'is not looked for in %s',
    (file) => {
      write('services/x/src/other.ts', 'const x = 1\n')
      write(file, 'limit(a, b)\n')
      expect(() => replace('limit(a, b)', '')).toThrow('Stands nowhere in services/x')
    },
  )

  it('that occurs twice is refused, with both places', () => {
    write('services/x/src/a.ts', 'limit(a, b)\n')
    write('services/x/src/b.ts', '\nlimit( a, b )\n')
    expect(() => replace('limit(a, b)', '')).toThrow(
      /2 times[\s\S]*a\.ts:1: limit\(a, b\)[\s\S]*b\.ts:2: limit\( a, b \)/,
    )
  })

  it('that does not occur is refused, with similar places', () => {
    write('services/x/src/a.ts', 'const maxUrls = 3\nif (urls.length > maxUrls) throw tooMany()\n')
    expect(() => replace('if (urls.length > MOST) throw tooMany()', '')).toThrow(
      'a.ts:2: if (urls.length > maxUrls) throw tooMany()',
    )
  })
})

it('several edits of one file are applied together', () => {
  write('services/x/src/a.ts', 'one()\ntwo()\n')
  const edits = [
    { in: 'services/x', find: 'two()', put: '2' },
    { in: 'services/x', find: 'one()', put: '1' },
  ]
  expect(applyEdits(openSources(root), edits).get('services/x/src/a.ts')).toEqual({
    before: 'one()\ntwo()\n',
    after: '1\n2\n',
  })
})
