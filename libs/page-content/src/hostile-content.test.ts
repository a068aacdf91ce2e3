import { describe, expect, it } from '@jest/globals'
import { parseHtml } from '@pagebell/html/parse-html'
import { contentHash } from './content-hash.ts'
import { parsePageRules } from './page-rules.ts'

const parsed = parsePageRules({
  ignore: ['.a .b .c', '[data-x] p', 'div div div div'],
  ignore_text: ['*a*b*c*', '# *'],
})
if (!parsed.ok) throw new Error('the rules of this test are wrong')
const { rules } = parsed

const deepJson = `<script type="application/ld+json">${'['.repeat(30_000)}${']'.repeat(30_000)}</script>`

function hashPage(html: string): void {
  const { document } = parseHtml(html)
  const { hash } = contentHash({ document, url: new URL('https://example.com/'), headers: [] }, { rules })
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
}

function hashHeaders(headers: [string, string][]): void {
  contentHash({ document: parseHtml('x').document, url: new URL('https://example.com/'), headers })
}

/** Milliseconds of this thread, since the machine of a test may be busy: at least 10, below which other work counts more. */
function costOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  return Math.max(10, process.threadCpuUsage(before).user / 1_000)
}

/** One that takes eight times as long is linear, 64 times quadratic. A garbage collection may fall on one of three. */
function expectLinear(workOf: (share: number) => void): void {
  workOf(1 / 8)
  const ratios: number[] = []
  while (ratios.length < 3 && !ratios.some((ratio) => ratio < 24)) {
    const eighth = costOf(() => workOf(1 / 8))
    ratios.push(costOf(() => workOf(1)) / eighth)
  }
  expect(Math.min(...ratios)).toBeLessThan(24)
}

describe('the time for a hostile page grows with its size, and not faster:', () => {
  it.each<[string, (share: number) => string]>([
    ['nested as deep as the parser goes', (share) => `${'<div class=a>'.repeat(4_000 * share)}x`],
    ['nested deeper', (share) => `${'<div class=a>'.repeat(100_000 * share)}x`],
    ['a million siblings', (share) => '<i>a</i>'.repeat(1_000_000 * share)],
    ['190,000 blocks', (share) => '<p class="a b c">word'.repeat(190_000 * share)],
    [
      '190,000 links and a long base',
      (share) => `<base href="/${'x'.repeat(2_000)}/">${'<a href=y>z</a>'.repeat(190_000 * share)}`,
    ],
    [
      '190,000 canonical links',
      (share) => `<base href="/${'x'.repeat(2_000)}/">${'<link rel=canonical href=y>'.repeat(190_000 * share)}`,
    ],
    ['a million combining characters', (share) => `<p>a${'\u0301\u0327'.repeat(500_000 * share)}`],
    ['deep JSON-LD', (share) => deepJson.repeat(48 * share)],
    ['a text of 4 MB', (share) => `<p>${'a1 '.repeat(1_300_000 * share)}`],
    ['a number of 4 MB', (share) => `<p>${'1,'.repeat(2_000_000 * share)}`],
    ['white space of 4 MB', (share) => `<p>${' \n'.repeat(2_000_000 * share)}x`],
    ['unclosed tags', (share) => '<p><b><a href=x>'.repeat(60_000 * share)],
    ['formatting elements that are repeated', (share) => `${'<b><i><u>'.repeat(10)}${'<p>x'.repeat(50_000 * share)}`],
    ['a class of 4 MB', (share) => `<p class="${'a '.repeat(2_000_000 * share)}">x`],
    ['a srcset of 4 MB', (share) => `<img srcset="${','.repeat(4_000_000 * share)}">`],
  ])('%s', (_what, htmlOf) => expectLinear((share) => hashPage(htmlOf(share))))

  it('headers of 1 MB', () =>
    expectLinear((share) =>
      hashHeaders([
        ['x-robots-tag', 'a,'.repeat(500_000 * share)],
        ['link', '<a>;rel=canonical,'.repeat(50_000 * share)],
      ]),
    ))
})
