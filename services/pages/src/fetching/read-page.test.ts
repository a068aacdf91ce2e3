import { expect, it } from '@jest/globals'
import { readCharset } from '@pagebell/safe-fetch/charset'
import { noRules, readPage } from './read-page.ts'

function read(html: string) {
  const body = Buffer.from(html)
  const answer = { url: 'https://example.com/tea', headers: [], body, charset: readCharset(body, 'text/html') }
  return readPage(answer, noRules, new Date())
}

const link = '<link rel="canonical" href="/other">'
const pageWith = (head: string, body: string) =>
  read(`<!doctype html><html><head><title>Tea</title>${head}</head><body><main><p>Tea.</p>${body}</main></body></html>`)

it.each<[where: string, head: string, body: string, canonical: string | null]>([
  ['in the head', link, '', 'https://example.com/other'],
  ['in the body, where engines do not accept it,', '', link, null],
  [
    'in the head, whatever a visitor has written,',
    link,
    '<link rel="canonical" href="/x">',
    'https://example.com/other',
  ],
])('a canonical link %s counts as such', (_where, head, body, canonical) => {
  expect(pageWith(head, body).canonical).toBe(canonical)
})

it('a canonical link counts for the content hash wherever it is, as it always did', () => {
  const [inHead, inBody, none] = [pageWith(link, ''), pageWith('', link), pageWith('', '')]
  expect(inBody.content).toBe(inHead.content)
  expect(inBody.content).not.toBe(none.content)
})
