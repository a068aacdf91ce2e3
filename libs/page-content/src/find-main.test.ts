import { describe, expect, it } from '@jest/globals'
import { attribute } from '@pagebell/html/attributes'
import { parseHtml } from '@pagebell/html/parse-html'
import { findMain } from './find-main.ts'
import { parseSelector } from './selectors.ts'

const find = (html: string, rule: string | null = null) => {
  const { element, rule: how } = findMain(parseHtml(html).document, rule === null ? null : parseSelector(rule))
  return [element === null ? null : (attribute(element, 'id') ?? element.tagName), how]
}

describe('the main element of a page', () => {
  it.each([
    ['its only main', '<article></article><main id=m></main>', ['m', 'only main']],
    ['its only element of that role', '<div role=main id=m></div>', ['m', 'only main']],
    ['the body, with two mains', '<main></main><main></main>', ['body', 'body']],
    ['the one that is not hidden', '<main hidden></main><main id=m></main>', ['m', 'only main']],
    ['its only top-level article', '<article id=a><article></article></article>', ['a', 'only top-level article']],
    [
      'an article that is not in an aside',
      '<aside><article></article></aside><article id=a></article>',
      ['a', 'only top-level article'],
    ],
    ['the body, with two articles', '<article></article><article></article>', ['body', 'body']],
    [
      'the article of a page with two mains',
      '<main></main><main></main><article id=a></article>',
      ['a', 'only top-level article'],
    ],
    ['the body of a page with neither', '<p>x', ['body', 'body']],
    ['the one outside of templates', '<template><main></main></template><main id=m></main>', ['m', 'only main']],
    ['one of a role that a second body tag gives', '<body id=b><p>x<body role=main>', ['b', 'only main']],
    ['none of a body that a frameset replaced', '<main></main><frameset></frameset>', [null, 'body']],
    ['none in a frameset', '<frameset><frame src=x></frameset>', [null, 'body']],
  ])('is %s', (_which, html, expected) => {
    expect(find(html)).toEqual(expected)
  })

  it('is the first that the page rule selects, even where nothing else counts', () => {
    const html = '<main></main><aside><div class=c id=one></div></aside><div class=c id=two></div>'
    expect(find(html, '.c')).toEqual(['one', 'page rule'])
    expect(find(html, '.none')).toEqual(['main', 'only main'])
  })
})

describe('the base of a page', () => {
  const baseOf = (html: string) => findMain(parseHtml(html).document, null).base

  it.each([
    ['the first that has an address', '<base target=x><base href=/a><base href=/b>', '/a'],
    ['the first in the document, which may be created later', '<table><td><base href=/a></td><base href=/b>', '/b'],
    ['one in a part that does not count', '<nav><base href=/a></nav>', '/a'],
    ['none in a template', '<template><base href=/a></template>', null],
    ['none', '<p>x', null],
  ])('is %s', (_which, html, expected) => {
    expect(baseOf(html)).toBe(expected)
  })
})
