import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'

const folder = mkdtempSync(join(tmpdir(), 'pagebell-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'source-main.ts'), ...args],
    {
      encoding: 'utf8',
    },
  )
  return { status, lines: stdout.split('\n').filter((line) => line !== ''), stderr }
}

const shopify = (...args: string[]) => run('--kind', 'shopify', '--project', 'example.com', ...args)
const product = (topic: string, body: object) => JSON.stringify({ headers: { 'X-SHOPIFY-TOPIC': topic }, body })
const active = { id: 1, handle: 'a', status: 'active', published_at: '2026-01-01' }

describe('the command', () => {
  it('prints a line for each row in their order, and remembers ids from row to row', () => {
    const rows = [
      product('products/create', active),
      'malformed',
      '',
      product('products/delete', { id: 1 }),
      product('products/delete', { id: 1 }),
    ]
    const { status, lines, stderr } = shopify(write('rows.jsonl', rows.join('\n')))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(lines).toEqual([
      '{"verdict":"urls","event":"products/create","urls":[{"url":"https://example.com/products/a","action":"update"}],"missing":[],"reason":null}',
      '{"verdict":"unmapped","event":null,"urls":[],"missing":[],"reason":"a malformed row: not a JSON object"}',
      '{"verdict":"urls","event":"products/delete","urls":[{"url":"https://example.com/products/a","action":"delete"}],"missing":[],"reason":null}',
      '{"verdict":"unmapped","event":"products/delete","urls":[],"missing":[],"reason":"id never seen"}',
    ])
  })

  it('verifies with a secret: over the raw text, or over what JSON.stringify makes of the body', () => {
    const sign = (text: string) => ({
      'x-shopify-topic': 'products/create',
      'x-shopify-hmac-sha256': createHmac('sha256', 's').update(text).digest('base64'),
    })
    const raw = JSON.stringify(active, null, 2)
    const rows = [
      { headers: sign(JSON.stringify(active)), body: active },
      { headers: sign(raw), body: active, raw },
      { headers: sign(raw), body: raw },
      { headers: sign(raw), body: active },
      { headers: { 'x-shopify-topic': 'products/create' }, body: active },
    ].map((row) => JSON.stringify(row))
    const { lines } = shopify('--secret', 's', write('signed.jsonl', rows.join('\n')))
    const verdicts = lines.map((line) => (JSON.parse(line) as { verdict: string }).verdict)
    expect(verdicts).toEqual(['urls', 'urls', 'urls', 'unauthorized', 'unauthorized'])
  })

  it('has the time of --now', () => {
    const at = Date.parse('2020-01-01T00:00:00Z')
    const body = '{"triggerType":"site_publish"}'
    const signature = createHmac('sha256', 's').update(`${at}:${body}`).digest('hex')
    const row = {
      headers: [
        ['X-Webflow-Timestamp', at],
        ['X-Webflow-Signature', signature],
      ],
      body,
    }
    const file = write('timed.jsonl', JSON.stringify(row))
    const webflow = (...args: string[]) =>
      run('--kind', 'webflow', '--project', 'example.com', '--secret', 's', ...args, file).lines[0]
    expect(webflow()).toContain('"unauthorized"')
    expect(webflow('--now', '2020-01-01T00:04:00Z')).toContain('"scan"')
  })

  it('takes rules of a file in place of those of the kind', () => {
    const rules = write('rules.json', '[{"url":"https://www.{project}/p/{handle}"}]')
    const { lines } = shopify('--rules', rules, write('one.jsonl', product('products/create', active)))
    expect(lines[0]).toContain('"https://www.example.com/p/a"')
  })

  it('prints the usage for --help, and exits with 0', () => {
    const { status, lines, stderr } = run('--help')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(lines.join('\n')).toMatch(/npm run --silent source/)
  })

  it.each([
    ['no file', [], /name one file/],
    ['an unknown kind', ['--kind', 'x', 'a.jsonl'], /--kind has to be one of/],
    ['an unknown option', ['--colour', 'a.jsonl'], /Unknown option '--colour'/],
    ['a file that does not exist', [join(folder, 'none.jsonl')], /the file cannot be read: ENOENT/],
    ['a folder', [folder], /the file cannot be read: EISDIR/],
    [
      'rules that do not exist',
      ['--rules', join(folder, 'none.json'), join(folder, 'none.jsonl')],
      /the file cannot be read: ENOENT/,
    ],
  ])('exits with 2 and the usage for %s', (_name, args, error) => {
    const { status, lines, stderr } = shopify(...args)
    expect({ status, lines }).toEqual({ status: 2, lines: [] })
    expect(stderr).toMatch(error)
    expect(stderr).toMatch(/npm run --silent source/)
    expect(stderr).not.toContain('    at ')
  })

  it.each([
    ['{', /the file is not JSON/],
    ['[{"link":"x"}]', /rules\[0\]\.link: is not a field of a rule; allowed are/],
  ])('exits with 2 for the rules %s', (text, error) => {
    const { status, stderr } = shopify('--rules', write('bad.json', text), write('empty.jsonl', ''))
    expect(status).toBe(2)
    expect(stderr).toMatch(error)
  })
})
