import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startPageWorkers } from '../src/analyses/page-workers.ts'
import { rateExchanges } from '../src/cli/rate-exchanges.ts'
import type { CheckResult } from '../src/rating/rate-page.ts'

type Case = { id: string; audit: string; expect: string; also_accept?: string[] }
type Line = { url: string; results: Record<string, CheckResult> }

/** Which of our checks answer what a Lighthouse audit asks; the others have the same name. */
const checksOf: Record<string, string[]> = {
  'document-title': ['title'],
  'is-crawlable': ['indexable', 'robots_allows'],
  'http-status-code': ['http_status'],
  'crawlable-anchors': ['crawlable_links'],
  'robots-txt': ['robots_txt_valid'],
  'is-on-https': ['https', 'mixed_content'],
}
/** Deliberate: docs/checks.md says why. */
const differs = ['charset-8f453a1e9c']

const file = new URL('../src/fixtures/page-checks.jsonl', import.meta.url)
const cases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line): Case => JSON.parse(line))
const workers = startPageWorkers()
let lines: Line[]

beforeAll(async () => {
  const out = new PassThrough()
  const written = text(out)
  await rateExchanges(fileURLToPath(file), workers, out)
  out.end()
  lines = (await written)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
})
afterAll(async () => {
  await workers[Symbol.asyncDispose]()
})

/** A warning is a pass there, since Lighthouse knows no half; but for one image over HTTP it fails a page. */
function verdict(audit: string, statuses: string[]): string {
  if (statuses.includes('fail') || (audit === 'is-on-https' && statuses.includes('warn'))) return 'fail'
  return statuses.every((status) => status === 'not_applicable') ? 'notApplicable' : 'pass'
}

describe('pages that Lighthouse has judged', () => {
  it.each(cases.map((one, index) => [one.id, one, index] as const))('%s', (id, one, index) => {
    const ids = checksOf[one.audit] ?? [one.audit.replaceAll('-', '_')]
    const ours = verdict(
      one.audit,
      ids.map((check) => lines[index]?.results[check]?.status ?? 'missing'),
    )
    const accepted = [one.expect, ...(one.also_accept ?? []), ...(one.expect === 'pass' ? ['notApplicable'] : [])]
    expect(accepted.includes(ours)).toBe(!differs.includes(id))
  })

  it('are rated in the order of the file, without an error in any check', () => {
    expect(lines).toHaveLength(cases.length)
    const statuses = lines.flatMap(({ results }) => Object.values(results).map(({ status }) => status))
    expect(statuses).not.toContain('error')
  })
})

it('takes a recorded text as it is, whatever encoding its page declares', async () => {
  const html = '<!doctype html><meta charset="windows-1251"><title>Чай из долины</title>'
  const headers = [['content-type', 'text/html; charset=windows-1251']]
  const folder = await mkdtemp(join(tmpdir(), 'pagebell-exchange-'))
  const recorded = join(folder, 'one.jsonl')
  await writeFile(recorded, JSON.stringify({ url: 'https://example.com/', headers, html }))
  const out = new PassThrough()
  const written = text(out)
  await rateExchanges(recorded, workers, out)
  out.end()
  expect(JSON.stringify(JSON.parse(await written).results.title)).toContain('Чай из долины')
  await rm(folder, { recursive: true })
})
