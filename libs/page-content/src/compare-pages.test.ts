import { describe, expect, it } from '@jest/globals'
import { parseHtml } from '@pagebell/html/parse-html'
import { comparePages } from './compare-pages.ts'
import { contentHash } from './content-hash.ts'

type Response = { status?: number; headers?: [string, string][]; html?: string }

function compare(before: Response, after: Response) {
  const [a, b] = [before, after].map(({ status = 200, headers = [], html = '<main>x</main>' }) => {
    const url = new URL('https://example.com/a/')
    return { url, status, headers, content: contentHash({ document: parseHtml(html).document, url, headers }) }
  })
  if (a === undefined || b === undefined) throw new Error('two responses are compared')
  const { changed, parts, size } = comparePages(a, b)
  expect(changed).toBe(parts.length > 0)
  return [parts, size]
}

const moved = (location: string, status = 301): Response => ({ status, headers: [['Location', location]] })

describe('two responses', () => {
  it.each<[string, Response, Response, string[]]>([
    ['that are equal', {}, {}, []],
    ['with other validators', { headers: [['etag', '"1"']] }, { headers: [['etag', '"2"']] }, []],
    ['of which the page is gone', {}, { status: 404 }, ['status']],
    ['of one class', { status: 200 }, { status: 203 }, []],
    ['404 and 410', { status: 404, html: '1' }, { status: 410, html: '2' }, []],
    ['that became a redirect', {}, moved('/b/'), ['status', 'redirect']],
    ['that lead elsewhere', moved('/b/'), moved('/c/'), ['redirect']],
    ['that lead to one place', moved('/b/'), moved('https://EXAMPLE.com/b/#x', 308), []],
    ['that lead to one place, with other bodies', { ...moved('/b/'), html: '1' }, { ...moved('/b/'), html: '2' }, []],
    ['with noindex in a header', {}, { headers: [['X-Robots-Tag', 'noindex']] }, ['robots']],
    ['with another title and text', { html: '<title>a</title>b' }, { html: '<title>c</title>d' }, ['title', 'main']],
  ])('%s', (_which, before, after, parts) => {
    expect(compare(before, after)[0]).toEqual(parts)
  })
})

describe('the size of a change', () => {
  const page = (...paragraphs: string[]): Response => ({
    html: `<main>${paragraphs.map((text) => `<p>${text}`).join('')}</main>`,
  })
  it.each<[string, Response, Response, number]>([
    ['is 0 if no text changed', page('a b'), page('a b'), 0],
    ['is 0 if only the title changed', { html: '<title>a</title><main>x' }, { html: '<title>b</title><main>x' }, 0],
    ['is 1 if all of it changed', page('a b'), page('c d'), 1],
    ['is 1 if it is new', page(), page('c d'), 1],
    ['is the share of the words in changed blocks', page('a b c', 'd'), page('a b c', 'e'), 0.25],
    ['counts what was added', page('a b c'), page('a b c', 'd e'), 0.25],
    ['counts what occurs twice', page('a', 'a'), page('a'), 0.3333],
  ])('%s', (_what, before, after, size) => {
    expect(compare(before, after)[1]).toBe(size)
  })
})
