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

const json = `<script type="application/ld+json">${'['.repeat(30_000)}${']'.repeat(30_000)}</script>`

describe('a hostile page is hashed within the deadline of its thread:', () => {
  it.each([
    ['nested as deep as the parser goes', `${'<div class=a>'.repeat(4_000)}x`],
    ['nested deeper', `${'<div class=a>'.repeat(100_000)}x`],
    ['a million siblings', '<i>a</i>'.repeat(1_000_000)],
    ['190,000 blocks', '<p class="a b c">word'.repeat(190_000)],
    ['190,000 links and a long base', `<base href="/${'x'.repeat(2_000)}/">${'<a href=y>z</a>'.repeat(190_000)}`],
    ['190,000 canonical links', `<base href="/${'x'.repeat(2_000)}/">${'<link rel=canonical href=y>'.repeat(190_000)}`],
    ['a million combining characters', `<p>a${'\u0301\u0327'.repeat(500_000)}`],
    ['deep JSON-LD', json.repeat(50)],
    ['a text of 4 MB', `<p>${'a1 '.repeat(1_300_000)}`],
    ['a number of 4 MB', `<p>${'1,'.repeat(2_000_000)}`],
    ['white space of 4 MB', `<p>${' \n'.repeat(2_000_000)}x`],
    ['unclosed tags', '<p><b><a href=x>'.repeat(60_000)],
    ['formatting elements that are repeated', `${'<b><i><u>'.repeat(10)}${'<p>x'.repeat(50_000)}`],
    ['a class of 4 MB', `<p class="${'a '.repeat(2_000_000)}">x`],
    ['a srcset of 4 MB', `<img srcset="${','.repeat(4_000_000)}">`],
  ])('%s', (_what, html) => {
    const { document } = parseHtml(html)
    const before = process.cpuUsage()
    const { hash } = contentHash({ document, url: new URL('https://example.com/'), headers: [] }, { rules })
    expect(hash).toMatch(/^[0-9a-f]{32}$/)
    // Of the processor, since the machine of a test may be busy; the thread has five seconds for parsing and hashing.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })

  it('headers of 1 MB', () => {
    const { document } = parseHtml('x')
    const before = process.cpuUsage()
    const headers: [string, string][] = [
      ['x-robots-tag', 'a,'.repeat(500_000)],
      ['link', '<a>;rel=canonical,'.repeat(50_000)],
    ]
    contentHash({ document, url: new URL('https://example.com/'), headers })
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })
})
