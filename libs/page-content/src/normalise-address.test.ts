import { describe, expect, it } from '@jest/globals'
import { imageSource, linkTarget } from './normalise-address.ts'

const page = 'https://example.com/shop/tea'
const link = (href: string) => linkTarget(new URL(href, page))
const image = (src: string) => imageSource(new URL(src, page))

describe('a link is compared', () => {
  it.each([
    ['without its fragment', '/a#b', 'https://example.com/a'],
    ['without tracking parameters', '/a?utm_source=x&id=7&gclid=1', 'https://example.com/a?id=7'],
    ['without any parameter that tracks', '?UTM_Campaign=x&fbclid=1&msclkid=2', 'https://example.com/shop/tea'],
    ['without tokens', '/a?_wpnonce=1f2e&id=7&PHPSESSID=x', 'https://example.com/a?id=7'],
    ['with other parameters in their order', '/a?b=2&a=1', 'https://example.com/a?b=2&a=1'],
    ['normalised', 'HTTPS://EXAMPLE.com:443/%7Ea', 'https://example.com/~a'],
    ['without the hash of a file', '/files/report.3f2a91bc.pdf', 'https://example.com/files/report.pdf'],
    ['with a name that is a hash alone', '/files/3f2a91bc77.pdf', 'https://example.com/files/3f2a91bc77.pdf'],
    ['with the hash of a page', '/p/tea-3f2a91bc', 'https://example.com/p/tea-3f2a91bc'],
    ['with the hash of an HTML page', '/p/tea-3f2a91bc.html', 'https://example.com/p/tea-3f2a91bc.html'],
    [
      'without an obfuscated e-mail address',
      '/cdn-cgi/l/email-protection#5f',
      'https://example.com/cdn-cgi/l/email-protection',
    ],
    ['with another scheme', 'mailto:tea@example.com', 'mailto:tea@example.com'],
  ])('%s', (_how, href, expected) => {
    expect(link(href)).toBe(expected)
  })

  it.each(['javascript:void(0)', 'data:text/plain,x', 'blob:https://example.com/1'])('not at all: %s', (href) => {
    expect(link(href)).toBeNull()
  })
})

describe('an image is compared', () => {
  it.each([
    ['without its query', '/a.jpg?v=7', '/a.jpg'],
    ['without a hash before the extension', '/img/tea.3f2a91bc.jpg', '/img/tea.jpg'],
    ['without a hash after a hyphen', '/assets/images/tea-0123456789abcdef.png', '/assets/images/tea.png'],
    ['without the hash of Astro', '/_astro/hero.Bx12_a9Z.webp', '/_astro/hero.webp'],
    ['without the hashes of Astro, when it resized', '/_astro/hero.Bx12_a9Z_Z1abc.webp', '/_astro/hero.webp'],
    ['without the hash of Nuxt', '/_nuxt/hero-Bx12_a9Z.png', '/_nuxt/hero.png'],
    ['with a name that only looks like a hash', '/img/tea.IMG_2041.jpg', '/img/tea.IMG_2041.jpg'],
    ['with a date', '/img/IMG_20250131.jpg', '/img/IMG_20250131.jpg'],
    ['by the image that Next.js resizes', '/_next/image?url=%2Ftea.jpg&w=640&q=75', '/tea.jpg'],
    ['with a short run of hex digits', '/img/abc1234.jpg', '/img/abc1234.jpg'],
  ])('%s', (_how, src, path) => {
    expect(image(src)).toBe(`https://example.com${path}`)
  })

  it('by its data, if it is part of the page', () => {
    expect(image('data:image/gif;base64,R0lGODlh')).toBe('data:image/gif;base64,R0lGODlh')
  })
})
