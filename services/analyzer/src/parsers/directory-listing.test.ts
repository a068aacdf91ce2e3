import { expect, it } from '@jest/globals'
import { readDocument } from '../document/read-document.ts'
import { countWords } from './count-words.ts'
import { isDirectoryListing } from './directory-listing.ts'

const names = Array.from({ length: 12 }, (_, index) => `report-${index}.pdf`)
const judged = (html: string): boolean => {
  const { anchors, text } = readDocument(html, html.length)
  return isDirectoryListing({ anchors, wordCount: countWords(text) })
}
const rows = (row: (name: string) => string) => names.map(row).join('\n')

it.each([
  [
    'Apache',
    rows(
      (name) =>
        `<tr><td><a href="${name}">${name.slice(0, 8)}..&gt;</a></td><td>2026-01-02 10:00</td><td>1.2M</td></tr>`,
    ),
  ],
  [
    'nginx',
    `<pre><a href="../">../</a>${rows((name) => `<a href="${name}">${name}</a> 02-Jan-2026 10:00 12345`)}</pre>`,
  ],
  ['Python', `<ul>${rows((name) => `<li><a href="${name}">${name}</a></li>`)}<li><a href="old/">old/</a></li></ul>`],
  [
    'Caddy',
    `<a href="/">/</a><a href="/files/">files</a>${rows((name) => `<a href="./${name}"><span>${name}</span></a> 1.2 MiB 01/02/2026 10:00:00 AM`)}<footer>Served with <a href="https://caddyserver.com">Caddy</a></footer>`,
  ],
  [
    'serve-index',
    rows(
      (name) => `<li><a href="/files/${name}" title="${name}"><span>${name}</span><span>1204</span></a></li>`,
    ).replaceAll('<span>1204</span>', ''),
  ],
  ['names with spaces', rows((name) => `<a href="my%20${name}">my ${name}</a>`)],
])('knows the listing of %s', (_server, body) => {
  expect(judged(`<h1>Index of /files</h1>${body}`)).toBe(true)
})

it.each([
  ['a menu', '<a href="/tea">tea</a><a href="/about">about</a><a href="/shop">shop</a>'],
  [
    'an article with downloads',
    `<p>${'All about tea and how it is made by hand. '.repeat(60)}</p>${rows((name) => `<a href="${name}">${name}</a>`)}`,
  ],
  [
    'a short page with downloads',
    '<a href="/">Home</a><a href="/tea">Tea</a><a href="/about">About</a><h1>Price lists</h1>' +
      '<a href="/2026.pdf">2026.pdf</a><a href="/2025.pdf">2025.pdf</a>',
  ],
  ['a list of articles', rows((name) => `<a href="/2026/${name}">What we found out in the month</a> 2026-01-02`)],
  ['a page without links', '<p>Tea</p>'],
  ['addresses with broken escapes', rows((name) => `<a href="%E0${name}">What is in ${name}</a>`)],
])('does not take %s for one', (_page, body) => {
  expect(judged(body)).toBe(false)
})
