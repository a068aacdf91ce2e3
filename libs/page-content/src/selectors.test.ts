import { describe, expect, it } from '@jest/globals'
import { attribute } from '@pagebell/html/attributes'
import { parseHtml } from '@pagebell/html/parse-html'
import { walkElements } from '@pagebell/html/walk-elements'
import { parseSelector, selectorWalk } from './selectors.ts'

/** The names of the elements that a selector selects. */
function select(text: string, html: string): string[] {
  const selector = parseSelector(text)
  if (selector === null) throw new Error(`no selector: ${text}`)
  const walk = selectorWalk([selector])
  const found: string[] = []
  walkElements(parseHtml(html).document, 10_000, {
    text: () => undefined,
    enter(element) {
      const name = attribute(element, 'data-n')
      if (walk.enter(element) !== null && name !== null) found.push(name)
      return walk.leave
    },
  })
  return found
}

const page =
  '<div data-n=1 class="a b"><p data-n=2 id=x></p><div data-n=3 class=b><p data-n=4 data-ad></p></div></div><p data-n=5 data-ad=no></p>'

describe('a selector selects', () => {
  it.each([
    ['p', ['2', '4', '5']],
    ['P', ['2', '4', '5']],
    ['#x', ['2']],
    ['.b', ['1', '3']],
    ['.a.b', ['1']],
    ['div.b', ['1', '3']],
    ['[data-ad]', ['4', '5']],
    ['[data-ad=no]', ['5']],
    ['[ data-ad = "no" ]', ['5']],
    ['.a p', ['2', '4']],
    ['div div p', ['4']],
    ['.b  .b [data-ad]', ['4']],
    ['.b .b .b', []],
    ['p div', []],
    ['p#x', ['2']],
  ])('%s', (selector, names) => {
    expect(select(selector, page)).toEqual(names)
  })

  it('also below an element that matches two of its steps', () => {
    expect(
      select('.b .b', '<i class=b data-n=1><i class=b data-n=2><i class=b data-n=3></i></i></i><i class=b data-n=4>'),
    ).toEqual(['2', '3'])
  })

  it('nothing that text merely resembles', () => {
    for (const text of [
      '',
      ' ',
      'a > b',
      'a, b',
      'a:hover',
      '*',
      '[a^=b]',
      '[a',
      '.',
      '#',
      'a[b]c',
      '[a=b c]',
      '..a',
      'a()',
    ]) {
      expect([text, parseSelector(text)]).toEqual([text, null])
    }
  })
})
