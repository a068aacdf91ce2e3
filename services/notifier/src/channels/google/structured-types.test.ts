import { describe, expect, it } from '@jest/globals'
import { findStructuredTypes } from './structured-types.ts'

const typesOf = async (html: string) => [...(await findStructuredTypes(html))].sort()

describe('the types that a page declares', () => {
  it.each([
    ['JSON-LD', '<script type="application/ld+json">{"@type":"JobPosting"}</script>', ['JobPosting']],
    ['JSON-LD deep inside', '<script type=application/ld+json>{"@graph":[{"@type":["A","B"]}]}</script>', ['A', 'B']],
    ['JSON-LD in capitals', '<SCRIPT TYPE="Application/LD+JSON">{"@type":"A"}</SCRIPT>', ['A']],
    ['JSON-LD with signs of HTML', '<script type="application/ld+json">{"x":"<b>&amp;","@type":"A"}</script>', ['A']],
    ['microdata', '<div itemscope itemtype="https://schema.org/JobPosting">', ['JobPosting']],
    ['microdata with an entity', '<div itemtype="https:&#x2F;/schema.org/JobPosting">', ['JobPosting']],
    ['RDFa', '<div typeof="schema:JobPosting Other">', ['JobPosting', 'Other']],
    ['no JSON', '<script type="application/ld+json">{</script><p typeof=A>', ['A']],
    ['another script', '<script type="text/plain">{"@type":"A"}</script>', []],
    ['a comment', '<!-- <div itemtype="A"> -->', []],
    ['nothing', '<!doctype html><p>JobPosting', []],
  ])('are found in %s', async (_where, html, types) => {
    expect(await typesOf(html)).toEqual(types)
  })

  it('are found across the places where reading pauses', async () => {
    for (const before of [63_980, 63_999, 64_001]) {
      const html = `${'x'.repeat(before)}<script type="application/ld+json">{"@type":"JobPosting"}</script>`
      expect(await typesOf(html)).toEqual(['JobPosting'])
    }
  })

  it('are not looked for in JSON of more values than a page has', async () => {
    const script = (count: number) =>
      `<script type="application/ld+json">{"@type":"A","x":[${'[],'.repeat(count)}0]}</script>`
    expect(await typesOf(script(40_000))).toEqual(['A'])
    expect(await typesOf(script(51_000))).toEqual([])
  })

  it('are looked for in the first million characters', async () => {
    expect(await typesOf(`${'x'.repeat(990_000)}<p typeof=A>${'x'.repeat(10_000)}<p typeof=B>`)).toEqual(['A'])
  })
})

/** Processor time of this thread in one turn of its event loop, at most, in milliseconds. */
async function maxEventLoopBlockMs(html: string): Promise<number> {
  let maxMs = 0
  let before = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    maxMs = Math.max(maxMs, (user + system) / 1_000)
    before = process.threadCpuUsage()
  }
  const timer = setInterval(turn, 0)
  await findStructuredTypes(html)
  turn()
  clearInterval(timer)
  return maxMs
}

describe('a hostile page', () => {
  it.each([
    ['tags that are closed and were never opened', `${'<b>'.repeat(500_000)}${'</i>'.repeat(600_000)}`],
    ['100,000 scripts', '<script type="application/ld+json">{"@type":"A"}</script>'.repeat(70_000)],
    ['JSON of brackets alone', `<script type="application/ld+json">${'['.repeat(255_000)}</script>`],
    ['JSON of nothing but objects', `<script type="application/ld+json">[${'{},'.repeat(80_000)}1]</script>`],
    ['nested JSON', `<script type="application/ld+json">${'['.repeat(120_000)}${']'.repeat(120_000)}</script>`],
    ['a value of megabytes', `<p typeof="${'a '.repeat(2_000_000)}">`],
    ['attributes without end', `<p ${'typeof=a '.repeat(400_000)}`],
    ['one tag without end', `<${'a'.repeat(4_000_000)}`],
    ['entities', `<p typeof="${'&amp;'.repeat(800_000)}">`],
  ])('of %s blocks the event loop for less than 200 ms', async (_what, html) => {
    expect(await maxEventLoopBlockMs(html)).toBeLessThan(200)
  })
})
