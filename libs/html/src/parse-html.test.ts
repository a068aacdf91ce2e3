import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, serialize } from 'parse5'
import { maxElements, maxParsedDepth, maxTextLength, parseHtml } from './parse-html.ts'
import { walkElements } from './walk-elements.ts'

type Node = DefaultTreeAdapterMap['node']

/** A page as parse5 serializes it, without comments, which parseHtml drops. */
function asParse5(html: string): string {
  const document = parse(html)
  const waiting: Node[] = [document]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('content' in node) waiting.push(node.content)
    if (!('childNodes' in node)) continue
    for (const child of node.childNodes.slice()) {
      if (child.nodeName === '#comment') defaultTreeAdapter.detachNode(child)
      else waiting.push(child)
    }
  }
  return serialize(document)
}

const asParsed = (html: string) => serialize(parseHtml(html).document)

// biome-ignore format: in rows of a kind
const pieces = [
  '<p>', '</p>', '<b>', '<i class=x>', '</b>', '<table>', '<tr>', '<td>', '<li>', '<select>', '<option>', '</body>', '<frameset>', '<frame>', '</frameset>', '<pre>', '<col>', '<head>', '</head>', '</html>',
  '<svg>', '<![CDATA[', ']]>', '<math>', '<title>', '</title>', '<textarea>', '</textarea>', '<template>',
  '<script>', '</script>', '<style>', '</style', '<!--', '-->', '--!>', '<!-', '<!doctype html>', '<plaintext>',
  '<a href="', "<a title='", '"', "'", '>', '/>', ' x = y ', '=', '`', '&amp;', '&', '&#x41', '&notit;', '&lt',
  '\r\n', '\r', '\n', '\n\n', ' ', '   ', '\t', '\f', '\0', '\u00a0', '\ufeff', '\u0080', '\ufffe', '\ud83d\udd14',
  '\ud83d', '\udd14', '<', '</', '<!', '<?', '-', 'bells', 'bells and more bells ', '鐘の音', 'é', '😀 and 😀',
]
const page = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 60 }).map((all) => all.join(''))

describe('a page is parsed as by parse5', () => {
  it('for any content', () => {
    fc.assert(
      fc.property(page, (html) => {
        expect(asParsed(html)).toBe(asParse5(html))
      }),
      { numRuns: 3_000 },
    )
  })

  it('also without the places of its tags', () => {
    fc.assert(
      fc.property(page, (html) => {
        expect(serialize(parseHtml(html, { tags: false }).document)).toBe(asParse5(html))
      }),
      { numRuns: 1_000 },
    )
  })

  it('when it is written to the parser in pieces', () => {
    fc.assert(
      fc.property(page, fc.integer({ min: -300, max: 0 }), (html, before) => {
        const long = `${'x'.repeat(250_000 + before)}${html} ${html}`
        expect(asParsed(long)).toBe(asParse5(long))
      }),
      { numRuns: 100 },
    )
  })

  it('for the pages of the fixtures', () => {
    const lines = readFileSync(
      new URL('../../../services/analyzer/src/fixtures/page-checks.jsonl', import.meta.url),
      'utf8',
    )
      .trim()
      .split('\n')
    for (const line of lines) {
      const { html } = JSON.parse(line) as { html: string }
      expect(asParsed(html)).toBe(asParse5(html))
    }
  })
})

it('a text over its ceiling is read up to there, and the rest is counted', () => {
  const html = `<p>${'one two '.repeat(70_000)}<b>end</b>`
  for (const tags of [true, false]) {
    const texts: [length: number, beyond: number][] = []
    const text = (value: string, beyond: number) => void texts.push([value.length, beyond])
    walkElements(parseHtml(html, { tags }).document, maxParsedDepth, { enter: () => undefined, text })
    expect(texts).toEqual([
      [maxTextLength, 60_000],
      [3, 0],
    ])
  }
})

it('a page over a ceiling is read up to there, and the ceiling is reported', () => {
  const { ceilings } = parseHtml(`<p ${Array.from({ length: 300 }, (_, n) => `a${n}=1`).join(' ')}>`)
  expect(ceilings).toEqual(['more than 200 attributes on one element'])
  expect(parseHtml('<i></i>'.repeat(maxElements + 1)).ceilings).toEqual([`more than ${maxElements} elements`])
})
