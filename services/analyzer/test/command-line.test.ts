import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { serveSeededSite } from '@pagebell/sandbox/serve-seeded-site'
import { findFault } from '@pagebell/schema/find-fault'
import { until } from '@pagebell/testing/until'
import { startTrapSite } from './start-trap-site.ts'

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

const schemaFile = join(import.meta.dirname, '../../../docs/site-report.schema.json')
const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object

describe('npm run analyze -- --site', () => {
  it.each([
    [['--site', 'example.com']],
    [['--site', 'https://example.com/', '--max', '0']],
    [['--site', 'https://example.com/', '--max', '10001']],
    [['--site', 'https://example.com/', 'https://example.com/']],
    [['--max', '10', 'https://example.com/']],
  ])('ends with 2 for %j, and shows what is allowed', (args) => {
    const { status, stderr } = run(...args)
    expect(status).toBe(2)
    expect(stderr).toContain('--max: addresses that are requested, 1 to 10000')
  })

  it('rates a site, names the limit that ended it, and writes JSON as its schema says', async () => {
    await using server = await serveSeededSite(50)
    const rate = (...args: string[]) => start([program, '--site', `${server.origin}/`, '--max', '12', ...args])
    const [plain, json] = await Promise.all([rate(), rate('--json', '--fail-under', '100')])
    expect([plain.status, json.status]).toEqual([0, 1])
    expect(plain.stdout).toMatch(
      /Score: Σ\(score × w\) ÷ Σ\(w\) over \d+ pages, w = 1 \+ ln\(1 \+ pages that link to it\)/,
    )
    expect(plain.stdout).toContain('Ended by the limit pages: 12 addresses were requested')
    const report = JSON.parse(json.stdout) as object
    expect(findFault(schema, report)).toBeUndefined()
    expect(findFault(schema, { ...report, ended_by: 'chance' })).toMatchObject({ path: '/ended_by' })
    expect(report).toMatchObject({
      format: 'pagebell-site-report/1',
      status: 'partial',
      ended_by: 'pages',
      counts: { requested: 12 },
    })
  })

  it('writes why a site cannot be crawled as JSON, too', () => {
    const { status, stdout } = run('--site', 'http://10.0.0.1/', '--json')
    expect(status).toBe(3)
    const report = JSON.parse(stdout) as object
    expect(findFault(schema, report)).toBeUndefined()
    expect(report).toMatchObject({ status: 'failed', error: { code: 'blocked_address' }, score: null })
    expect(findFault(schema, { ...report, status: 'done' })).toBeDefined()
  })

  it('ends with what was found, and with 130, when it is interrupted', async () => {
    await using site = await startTrapSite()
    const running = start([program, '--site', `${site.origin}/labyrinth`], async (child) => {
      await until('some pages are requested', () => site.requested.length > 8)
      child.kill('SIGINT')
    })
    const { status, stdout } = await running
    expect(status).toBe(130)
    expect(stdout).toContain('The crawl was interrupted: this is what was found until then.')
    expect(stdout).toMatch(/Score: .* over \d+ pages/)
  })
})

async function start(args: string[], meanwhile = async (_child: ChildProcess): Promise<void> => undefined) {
  const child = spawn(process.execPath, args, { env: { ...process.env, FETCH_ALLOW: '127.0.0.1/32' } })
  const ended = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), meanwhile(child)])
  const [status] = (await ended) as [number | null]
  return { status, stdout, stderr }
}
