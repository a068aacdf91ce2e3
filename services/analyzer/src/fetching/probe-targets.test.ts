import { describe, expect, it } from '@jest/globals'
import { hrefResolver } from '@pagebell/html/resolve-href'
import type { Anchor } from '../document/document-facts.ts'
import { sampleLinks } from './probe-targets.ts'

const page = 'https://example.com/'
const anchors = (hrefs: string[]) => hrefs.map((href) => ({ href }) as Anchor)
const numbered = (count: number, at: string) => Array.from({ length: count }, (_, n) => `${at}${n}`)

describe('the sample of links', () => {
  it('is of 20, those of the same site first, each once and without the page itself', () => {
    const hrefs = [...numbered(15, 'https://other.example/'), '#top', '/', '/a', '/a#b', 'mailto:a@b.example', '/c']
    const links = sampleLinks(page, { base: null, anchors: anchors(hrefs) })
    expect(links.slice(0, 3)).toEqual([`${page}a`, `${page}c`, 'https://other.example/0'])
    expect(links).toHaveLength(17)
    expect(sampleLinks(page, { base: null, anchors: anchors(numbered(40, '/')) })).toHaveLength(20)
  })

  it('holds no address that is too long to be fetched, and resolves none', () => {
    const long = 'x'.repeat(2_049)
    expect(sampleLinks(page, { base: null, anchors: anchors([`/${long}`, '/a']) })).toEqual([`${page}a`])
    const base = `/${long}/`
    expect(sampleLinks(page, { base, anchors: anchors(['a', `${page}b`]) })).toEqual([`${page}b`])
    expect(hrefResolver({ url: new URL(page), base })('a')).toBeNull()
  })

  it('is drawn from the first 500 targets of other sites', () => {
    const hrefs = [...numbered(500, 'https://other.example/'), '/own']
    expect(sampleLinks(page, { base: null, anchors: anchors(hrefs) })).not.toContain(`${page}own`)
  })
})
