import { expect, it } from '@jest/globals'
import { textOf } from '../html.ts'
import { outsideLink } from './outside-link.ts'

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
