import { deserialize } from 'node:v8'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { until } from '@pagebell/testing/until'
import type { ReadPage } from '../src/analyses/page.worker.ts'
import { type PageWorkers, startPageWorkers } from '../src/analyses/page-workers.ts'
import type { DocumentFacts } from '../src/document/document-facts.ts'

let workers: PageWorkers
beforeAll(() => {
  workers = startPageWorkers()
})
afterAll(async () => {
  await workers[Symbol.asyncDispose]()
})

const charset = { bom: null, header: 'utf-8', meta: null }
const url = 'https://example.com/'
const factsOf = ({ facts }: ReadPage) => deserialize(facts) as DocumentFacts
const read = async (html: string) => factsOf(await workers.read(Buffer.from(html), charset, url))

const pages: [what: string, html: string][] = [
  ['100,000 nested elements', '<div>'.repeat(100_000)],
  ['100,000 nested elements that close paragraphs', '<p><div>'.repeat(50_000)],
  ['100,000 attributes', `<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join(' ')}>`],
  ['an attribute of 5 MB', `<a href="${'x'.repeat(5_000_000)}">here</a>`],
  ['10 MB of <', '<'.repeat(10_000_000)],
  ['a million elements', '<i></i>'.repeat(1_000_000)],
  ['unclosed formatting', '<b><i><a>'.repeat(20_000)],
]

const threads = (): number => (process.report.getReport() as { workers: unknown[] }).workers.length

it('an idle thread is ended, and the next page is still read', async () => {
  const before = threads()
  await using idle = startPageWorkers({ idleMs: 20 })
  expect(threads()).toBe(before)
  await idle.read(Buffer.from('<title>first</title>'), charset, url)
  expect(threads()).toBe(before + 1)
  await until('the thread is ended', () => threads() === before)
  expect(factsOf(await idle.read(Buffer.from('<title>second</title>'), charset, url)).titles).toEqual(['second'])
})

describe('a hostile page', () => {
  it.each(pages)('of %s ends within its budget, and the next page is read as usual', async (_what, html) => {
    const started = performance.now()
    const facts = await read(html).catch((error: unknown) => error)
    expect(performance.now() - started).toBeLessThan(8_000)
    if (facts instanceof Error) expect(facts).toMatchObject({ reason: expect.stringMatching(/^(timeout|too_large)$/) })
    const next = await read('<!doctype html><title>Bells</title>')
    expect(next.titles).toEqual(['Bells'])
  })

  it('over a ceiling is read up to there, and the ceiling is reported', async () => {
    const { elements, ceilings } = await read('<i></i>'.repeat(300_000))
    expect(elements).toBe(200_000)
    expect(ceilings).toEqual(['more than 200000 elements'])
  })

  it('that takes longer than the deadline ends with the reason', async () => {
    await using workersWithShortDeadline = startPageWorkers({ deadlineMs: 1 })
    const reading = workersWithShortDeadline.read(Buffer.from('<p>'.repeat(100_000)), charset, url)
    // What was read is not shown: a hundred thousand elements take minutes to print.
    const outcome = reading.then(
      () => 'read',
      (error: FetchFailure) => error.reason,
    )
    expect(await outcome).toBe('timeout')
  })
})
