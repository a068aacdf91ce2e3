import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { hrefResolver, insecureTest, isPlainReference, pageAddress, plainHrefResolver } from './resolve-href.ts'

const parts = ['http:', 'https:', 'HTTP://', '//', '/', '\\', '?', '#', '.', 'a.b', 'xn--', '[::1]', ':80', ':x', '@']
const signs = [' ', '\t', '\n', '%', '%41', '&', 'é', 'javascript:', 'mailto:', '1', 'a', '-', '_', ' http://x.com/']
const href = fc
  .array(fc.oneof(fc.constantFrom(...parts, ...signs), fc.string()), { maxLength: 6 })
  .map((all) => all.join(''))
const url = fc.constantFrom('https://example.com/a/b', 'http://example.com/')
const base = fc.constantFrom(null, 'https://b.example/', 'http://b.example/x/', '//c.example', 'data:text/plain,x', '')

describe('a test of a reference agrees with resolving it', () => {
  it('for plain HTTP', () => {
    fc.assert(
      fc.property(href, url, base, (reference, address, from) => {
        const page = { url: new URL(address), base: from }
        expect(insecureTest(page)(reference)).toBe(hrefResolver(page)(reference)?.protocol === 'http:')
      }),
      { numRuns: 5_000 },
    )
  })

  it('for references that always resolve', () => {
    fc.assert(
      fc.property(href, url, (reference, address) => {
        const resolve = hrefResolver({ url: new URL(address), base: null })
        expect(isPlainReference(reference) && resolve(reference) === null).toBe(false)
      }),
      { numRuns: 5_000 },
    )
    expect(['/a', '/', '?a', '#a', 'https://example.com/a'].every(isPlainReference)).toBe(true)
  })
})

describe('a reference that is resolved without a URL parser', () => {
  const plainParts = ['/', '/a', '/b-c_d', '//', '.', '..', 'https://', 'http://', 'a.example', 'a-b.example', 'c--d.e']
  const plain = fc.array(fc.constantFrom(...plainParts, ':80', 'xn--a.example', 'A.example', '1.2', '?', '%'), {
    minLength: 1,
    maxLength: 5,
  })

  it('has the address that the parser gives it', () => {
    let resolved = 0
    const check = (written: string, address: string, from: string | null): void => {
      const page = { url: new URL(address), base: from }
      const found = plainHrefResolver(page)(written)
      if (found === null) return
      resolved += 1
      expect(found).toBe(hrefResolver(page)(written)?.href)
    }
    const written = plain.map((all) => all.join(''))
    fc.assert(fc.property(written, url, base, check), { numRuns: 10_000 })
    expect(resolved).toBeGreaterThan(100)
    fc.assert(fc.property(href, url, base, check), { numRuns: 5_000 })
  })

  it('is relative to the base that the page declares', () => {
    const page = { url: new URL('https://example.com/a/b'), base: 'http://b.example:8080/x/' }
    expect(plainHrefResolver(page)('/tea')).toBe('http://b.example:8080/tea')
    expect(plainHrefResolver({ ...page, base: 'data:text/plain,x' })('/tea')).toBeNull()
  })
})

it('two spellings of one page have one address', () => {
  const spellings = ['https://EXAMPLE.com/%7ea#x', 'https://example.com:443/~a', 'https://example.com/b/../~a']
  expect(new Set(spellings.map((text) => pageAddress(new URL(text))))).toEqual(new Set(['https://example.com/~a']))
})
