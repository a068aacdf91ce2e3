import { expect, it } from '@jest/globals'
import { html, textOf } from '@pagebell/html/template'
import { hostile, siteIssue } from '../../../test/test-site-report.ts'
import { causeInWords, changeInWords, issueInWords } from './issue-words.ts'

it.each([
  [{}, '37 pages share a title with another page'],
  [
    { kind: 'page', pages: 12, title: 'Page has no title', message: '3 pages: Page has no title' },
    '12 pages: Page has no title',
  ],
  [{ kind: 'page', pages: 1, title: 'Page has no title' }, '1 page: Page has no title'],
])('says how many pages have an issue: %j', (issue, expected) => {
  expect(issueInWords(siteIssue(issue))).toBe(expected)
})

it.each([
  [{ added: 3, same: 0, gone: 0 }, 'new'],
  [{ added: 0, same: 3, gone: 0 }, 'as before'],
  [{ added: 1_200, same: 3, gone: 0 }, '1,200 new'],
  [{ added: 0, same: 3, gone: 2 }, '2 gone'],
  [{ added: 1, same: 0, gone: 2 }, '1 new, 2 gone'],
])('says what has changed: %j', (change, expected) => {
  expect(changeInWords(change)).toBe(expected)
})

const written = (cause: Record<string, string | number>) => textOf(html`${causeInWords(cause)}`)

it('links the value of a field that holds an address, and shows the others as text', () => {
  expect(written({ link: 'https://example.com/gone', answer: 404 })).toMatch(
    /link to:<\/span> <a class="url out" href="https:\/\/example\.com\/gone".*answer:<\/span> <code>404<\/code>/s,
  )
  expect(written({ title: 'https://evil.example/' })).not.toContain('<a')
  expect(written({ leads_to: 'a loop' })).not.toContain('<a')
  expect(written({})).toBe('')
})

it('escapes what a site has written, and links no address that a browser would run', () => {
  expect(written({ title: hostile, link: 'javascript:alert(1)', [hostile]: hostile })).not.toMatch(
    /<script|<img|href="javascript/,
  )
})
