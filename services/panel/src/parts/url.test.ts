import { describe, expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { outsideLink, readableHost, readableUrl } from './url.ts'

describe('readableUrl', () => {
  it.each([
    ['https://xn--mnchen-3ya.example/', 'https://münchen.example/'],
    ['https://tea.example/%E3%81%8A%E8%8C%B6/%E6%96%B0', 'https://tea.example/お茶/新'],
    ['https://tea.example/caf%C3%A9?q=%C3%BC#%C3%A4', 'https://tea.example/café?q=ü#ä'],
    ['https://example.com:8443/a%2Fb', 'https://example.com:8443/a%2Fb'],
    ['https://example.com/', 'https://example.com/'],
  ])('shows %s as %s', (url, shown) => {
    expect(readableUrl(url)).toBe(shown)
  })

  it.each([
    ['a space', 'https://example.com/a%20b'],
    ['what is reserved', 'https://example.com/%3Fa%3Db%26c%23d%25'],
    ['a mark that turns the direction of text', 'https://example.com/%E2%80%AEgpj.exe'],
    ['what cannot be seen', 'https://example.com/%E2%80%8Ba%00'],
    ['what is not UTF-8', 'https://example.com/%FF%FE'],
    ['another scheme', 'javascript:%C3%A4'],
    ['what is no URL', '%C3%A4'],
  ])('leaves %s as it is', (_what, url) => {
    expect(readableUrl(url)).toBe(url)
  })
})

it('shows a host in the letters of its language', () => {
  expect(readableHost('xn--mnchen-3ya.example')).toBe('münchen.example')
  expect(readableHost('example.com')).toBe('example.com')
})

it.each(['https://example.com/?a=1&b=2', 'http://127.0.0.1:8091/'])('%s becomes a link', (address) => {
  const written = address.replaceAll('&', '&amp;')
  expect(textOf(outsideLink(address))).toContain(`href="${written}" rel="noopener noreferrer nofollow">${written}`)
})

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '/relative',
  '',
])('%p stays text', (address) => {
  expect(textOf(outsideLink(address))).not.toMatch(/<a|<script|href/)
})

it('lets no address break out of its attribute', () => {
  expect(textOf(outsideLink('https://example.com/"onmouseover="alert(1)'))).not.toContain('"onmouseover')
})
