import { existsSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { loadChecks } from './load-checks.ts'

const checks = await loadChecks()

/** The contract: ids, categories, weights and gates that the API promises. */
const promised: [id: string, category: string, weight: number, gate: boolean][] = [
  ['http_status', 'seo', 10, true],
  ['indexable', 'seo', 10, true],
  ['robots_allows', 'seo', 8, true],
  ['robots_txt_valid', 'seo', 2, false],
  ['canonical', 'seo', 4, false],
  ['redirects', 'seo', 3, false],
  ['sitemap', 'seo', 2, false],
  ['soft_404', 'seo', 3, false],
  ['hreflang', 'seo', 3, false],
  ['title', 'seo', 10, false],
  ['meta_description', 'seo', 8, false],
  ['h1', 'content', 8, false],
  ['heading_order', 'content', 1, false],
  ['content_length', 'content', 8, false],
  ['text_html_ratio', 'content', 0, false],
  ['keyword_in_content', 'content', 0, false],
  ['language', 'content', 5, false],
  ['charset', 'content', 3, false],
  ['doctype', 'content', 2, false],
  ['viewport', 'content', 10, false],
  ['image_alt', 'content', 7, false],
  ['image_dimensions', 'performance', 2, false],
  ['image_format', 'performance', 1, false],
  ['link_text', 'seo', 3, false],
  ['crawlable_links', 'seo', 2, false],
  ['link_count', 'seo', 1, false],
  ['structured_data', 'seo', 4, false],
  ['open_graph', 'seo', 2, false],
  ['twitter_card', 'seo', 0, false],
  ['favicon', 'seo', 1, false],
  ['url_form', 'seo', 0, false],
  ['ttfb', 'performance', 5, false],
  ['html_size', 'performance', 3, false],
  ['compression', 'performance', 3, false],
  ['dom_size', 'performance', 2, false],
  ['http_requests', 'performance', 1, false],
  ['render_blocking', 'performance', 1, false],
  ['https', 'security', 5, false],
  ['mixed_content', 'security', 2, false],
  ['insecure_form', 'security', 2, false],
  ['hsts', 'security', 1, false],
  ['security_headers', 'security', 2, false],
  ['server_signature', 'security', 1, false],
  ['plaintext_email', 'security', 0, false],
  ['deprecated_html', 'content', 1, false],
  ['tls_certificate', 'security', 1, false],
  ['http_version', 'performance', 1, false],
  ['broken_links', 'seo', 4, false],
  ['ai_crawlers', 'seo', 0, false],
  ['substance', 'content', 10, true],
  ['identity', 'content', 10, true],
]

describe('the rule set', () => {
  it('has exactly the checks of the contract', () => {
    expect(checks.map(({ id }) => id).sort()).toEqual(promised.map(([id]) => id).sort())
  })

  it.each(promised)('%s is of %s, weighs %d, gate: %s', (id, category, weight, gate) => {
    expect(checks.find((check) => check.id === id)).toMatchObject({ category, weight, gate })
  })

  it.each(checks.map(({ id }) => id))('%s has its test beside it', (id) => {
    expect(existsSync(new URL(`../checks/${id}.check.test.ts`, import.meta.url))).toBe(true)
  })

  it.each(checks)('$id explains why it matters and how to fix it', ({ why, fix }) => {
    expect([why, fix].every((text) => text.length > 10 && text.endsWith('.'))).toBe(true)
  })

  it.each(checks)('$id has a distinct heading for each possible outcome', ({ title, titles, criteria }) => {
    const headings = Object.values(titles)
    expect(new Set([title, ...headings]).size).toBe(headings.length + 1)
    expect(criteria.fail === undefined || titles.fail !== undefined).toBe(true)
    expect(criteria.warn === undefined || titles.warn !== undefined).toBe(true)
  })

  it('never rates a page higher for leaving HTTPS: checks of HTTPS pages alone weigh no more than HTTPS itself', () => {
    const onlyOverHttps = checks.filter(({ criteria }) => /\bhttp\b/.test(criteria.notApplicable ?? ''))
    expect(onlyOverHttps.map(({ id }) => id).sort()).toEqual([
      'hsts',
      'http_version',
      'mixed_content',
      'tls_certificate',
    ])
    const weight = onlyOverHttps.reduce((sum, check) => sum + check.weight, 0)
    expect(weight).toBeLessThanOrEqual(checks.find(({ id }) => id === 'https')?.weight ?? 0)
  })
})
