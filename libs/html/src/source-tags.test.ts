import { describe, expect, it } from '@jest/globals'
import { parseHtml } from './parse-html.ts'
import { sourceTags } from './source-tags.ts'
import { walkElements } from './walk-elements.ts'

/** The tags of all elements of a name, in the order of the page. */
function tagsOf(html: string, wantedName = 'a'): [excerpt: string, line: number, column: number][] {
  const tags: [string, number, number][] = []
  const tagOf = sourceTags(html)
  walkElements(parseHtml(html).document, 512, {
    text: () => undefined,
    enter(element) {
      const { excerpt, line, column } = tagOf(element)
      if (element.tagName === wantedName) tags.push([excerpt, line, column])
      return undefined
    },
  })
  return tags
}

describe('evidence shows a start tag as it was written, and where', () => {
  it.each([
    ['at the start', '<a href=x>x</a>', [['<a href=x>', 1, 1]]],
    ['after other lines', '<!doctype html>\n<p>\n  <A HREF="x">x</A>', [['<A HREF="x">', 3, 3]]],
    ['after lines that end as on Windows', '<p>\r\n<p>\r\n<a>x</a>', [['<a>', 3, 1]]],
    ['after lines that end in a carriage return alone', '<p>\r<p>\r<a>x</a>', [['<a>', 3, 1]]],
    ['over several lines', '\n<a\n  href="x">x</a>', [['<a href="x">', 2, 1]]],
    ['with the sign of a tag inside', '<p><a title="<b> <a">x</a>', [['<a title="<b> <a">', 1, 4]]],
    ['after letters of two units', '<p>🔔 <a>x</a>', [['<a>', 1, 7]]],
    ['after a comment and an entity', '<!-- <a> -->&amp;<a id=1>x</a>', [['<a id=1>', 1, 18]]],
    [
      'twice in a line',
      '<a id=1>x</a><a id=2>x</a>',
      [
        ['<a id=1>', 1, 1],
        ['<a id=2>', 1, 14],
      ],
    ],
  ])('%s', (_where, html, tags) => {
    expect(tagsOf(html)).toEqual(tags)
  })

  it('far into a page that the parser takes in pieces', () => {
    const filler = '<p>bells and more bells\n'.repeat(30_000)
    expect(tagsOf(`${filler}<b><a href=x>x</a>`)).toEqual([['<a href=x>', 30_001, 4]])
  })

  it('cut short where it is long', () => {
    const [tag] = tagsOf(`<a href="${'x'.repeat(500)}">x</a>`)
    expect(tag?.[0]).toMatch(/^<a href="x{191}…$/)
  })

  it('however many signs of tags are in it', () => {
    const [tag] = tagsOf(`<a  title='${'<'.repeat(1_000)}'>x</a>`)
    expect(tag?.[0]).toMatch(/^<a title='<{180,}…$/)
  })

  it('under the name that is written, where the parser takes it for another element', () => {
    expect(tagsOf('<p><image src=x>', 'img')).toEqual([['<image src=x>', 1, 4]])
  })

  it('as parsed, in the place of its parent, where the parser repeats an element to repair the nesting', () => {
    expect(tagsOf('<a href=x>\n<li>x<a href=y>y')).toEqual([
      ['<a href=x>', 1, 1],
      ['<a href="x">', 2, 1],
      ['<a href=y>', 2, 6],
    ])
  })
})
