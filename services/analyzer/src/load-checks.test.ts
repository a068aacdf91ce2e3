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
  ['canonical', 'seo', 6, false],
  ['redirects', 'seo', 4, false],
  ['sitemap', 'seo', 2, false],
  ['soft_404', 'seo', 3, false],
  ['hreflang', 'seo', 3, false],
  ['title', 'seo', 9, false],
  ['meta_description', 'seo', 6, false],
  ['h1', 'content', 6, false],
  ['heading_order', 'content', 2, false],
  ['content_length', 'content', 4, false],
  ['text_html_ratio', 'content', 1, false],
  ['keyword_in_content', 'content', 3, false],
  ['language', 'content', 3, false],
  ['charset', 'content', 2, false],
  ['doctype', 'content', 2, false],
  ['viewport', 'content', 5, false],
  ['image_alt', 'content', 5, false],
  ['image_dimensions', 'performance', 2, false],
  ['image_format', 'performance', 2, false],
  ['link_text', 'seo', 2, false],
  ['crawlable_links', 'seo', 2, false],
  ['link_count', 'seo', 1, false],
  ['structured_data', 'seo', 4, false],
  ['open_graph', 'seo', 2, false],
  ['twitter_card', 'seo', 1, false],
  ['favicon', 'seo', 1, false],
  ['url_form', 'seo', 2, false],
  ['ttfb', 'performance', 5, false],
  ['html_size', 'performance', 3, false],
  ['compression', 'performance', 4, false],
  ['dom_size', 'performance', 2, false],
  ['http_requests', 'performance', 2, false],
  ['render_blocking', 'performance', 2, false],
  ['https', 'security', 8, false],
  ['mixed_content', 'security', 4, false],
  ['insecure_form', 'security', 3, false],
  ['hsts', 'security', 3, false],
  ['security_headers', 'security', 4, false],
  ['server_signature', 'security', 1, false],
  ['plaintext_email', 'security', 0, false],
  ['deprecated_html', 'content', 1, false],
  ['tls_certificate', 'security', 3, false],
  ['http_version', 'performance', 1, false],
  ['broken_links', 'seo', 4, false],
  ['ai_crawlers', 'seo', 0, false],
]

describe('the rule set', () => {
  it('has every check that is promised and no other', () => {
    expect(checks.map(({ id }) => id).sort()).toEqual(promised.map(([id]) => id).sort())
  })

  it.each(promised)('%s is of %s, weighs %d, gate: %s', (id, category, weight, gate) => {
    expect(checks.find((check) => check.id === id)).toMatchObject({ category, weight, gate })
  })

  it.each(checks.map(({ id }) => id))('%s has its test beside it', (id) => {
    expect(existsSync(new URL(`./checks/${id}.check.test.ts`, import.meta.url))).toBe(true)
  })

  it.each(checks)('$id says why it matters and how to mend it, in a sentence each', ({ why, fix, title }) => {
    expect([why, fix, title].every((text) => text.length > 10)).toBe(true)
    expect([why, fix].every((text) => text.endsWith('.'))).toBe(true)
  })
})
