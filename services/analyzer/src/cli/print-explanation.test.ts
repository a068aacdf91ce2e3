import { expect, it } from '@jest/globals'
import { noPageRules, parsePageRules } from '@pagebell/page-content/page-rules'
import { explainHash } from '../analyses/explain-content.ts'
import { explanationJson, explanationText } from './print-explanation.ts'

const page = (html: string) => ({
  url: 'https://example.com/',
  status: 200,
  headers: [],
  body: Buffer.from(html),
  charset: { bom: 'utf-8', header: null, meta: null },
})
const html =
  '<!doctype html><title>Tea</title>\n<main id=m>Green tea<nav class="\u001b[31m">x</nav>\n<p class=ad>Buy</main>'

it('an explanation names the main element and what does not count, by line', () => {
  const text = explanationText(explainHash(page(html), noPageRules))
  expect(text).toMatch(/^https:\/\/example\.com\/\ncontent hash {2}[0-9a-f]{32}\n {2}title {7}[0-9a-f]{32}\n/)
  expect(text).toContain('main          only main: <main id=m> (line 2)\n              3 words in 2 blocks')
  expect(text).toContain('not counted\n  2:21        <nav>  <nav class=" [31m">\n')
})

it('an explanation names the page rule that excluded an element', () => {
  const parsed = parsePageRules({ ignore: ['.ad'], ignore_text: ['Green *'] })
  if (!parsed.ok) throw new Error('valid rules')
  const explained = explanationJson(explainHash(page(html), parsed.rules))
  expect(explained.excluded.map(({ reason, line }) => [reason, line])).toEqual([
    ['<nav>', 2],
    ['rule .ad', 3],
  ])
  expect([explained.words, explained.blocks_total]).toEqual([0, 0])
})
