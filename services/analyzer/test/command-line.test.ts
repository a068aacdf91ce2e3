import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const program = join(import.meta.dirname, '../src/cli/cli-main.ts')
const run = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })

it('npm run analyze ends with 2 for an option that there is not, and with 3 for a page that cannot be rated', () => {
  expect(run('--no-such-option').status).toBe(2)
  const { status, stderr } = run('http://10.0.0.1/')
  expect(status).toBe(3)
  expect(stderr).toContain('FETCH_ALLOW=')
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagebell-compare-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const compareProgram = join(import.meta.dirname, '../src/cli/compare-main.ts')
const compare = (...args: string[]) => spawnSync(process.execPath, [compareProgram, ...args], { encoding: 'utf8' })

function write(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

describe('npm run compare', () => {
  it('writes a result for each line, in their order, whatever a line contains', () => {
    const page = (text: string) => ({ url: 'https://example.com/', html: `<main><p>One two<p>${text}</main>` })
    const lines = [
      JSON.stringify({ before: page('three'), after: page('three') }),
      'no JSON',
      JSON.stringify({ before: page('three'), after: page('four') }),
      JSON.stringify({ before: page('a\u2028b'), after: { ...page('a b'), headers: { 'X-Robots-Tag': 'noindex' } } }),
      JSON.stringify({ before: page('x'), after: { url: 'https://example.com/', html: '<p>'.repeat(100_000) } }),
    ]
    const { status, stdout } = compare(write('rows.jsonl', lines.join('\n')))
    const results = stdout.trim().split('\n')
    expect(results.map((line) => JSON.parse(line) as object)).toMatchObject([
      { changed: false, parts: [], size: 0 },
      { changed: null, parts: [], size: null, error: { code: 'malformed' } },
      { changed: true, parts: ['main'], size: 0.3333 },
      { changed: true, parts: ['robots'], size: 0 },
      { changed: true, parts: ['main'], size: 1 },
    ])
    expect(status).toBe(0)
  })

  it('ends with 2 for a file or page rules that cannot be used', () => {
    const missing = compare(join(folder, 'none.jsonl'))
    expect(missing.status).toBe(2)
    expect(missing.stderr).toContain('cannot be read')
    const rows = write('empty.jsonl', '')
    const rules = write('rules.json', '{"ignore":["a > b"]}')
    const { status, stderr } = compare('--rules', rules, rows)
    expect(status).toBe(2)
    expect(stderr).toContain('ignore[0]: A selector has')
    expect(compare().status).toBe(2)
  })
})

it('npm run analyze --explain-hash explains recorded exchanges', () => {
  const file = write(
    'exchange.jsonl',
    JSON.stringify({ url: 'https://example.com/', html: '<main>x<nav>y</nav></main>' }),
  )
  const { stdout } = run('--exchange', file, '--explain-hash')
  expect(JSON.parse(stdout)).toMatchObject({ words: 1, main: { rule: 'only main' }, excluded: [{ reason: '<nav>' }] })
})
