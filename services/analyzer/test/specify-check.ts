import { describe, expect, it } from '@jest/globals'
import { readCharset } from '@pagebell/safe-fetch/charset'
import { readDocument } from '../src/document/read-document.ts'
import type { Exchange } from '../src/fetching/exchange.ts'
import { noProbes, type Probes } from '../src/fetching/exchange.ts'
import type { Check } from '../src/rating/check.ts'
import type { Page } from '../src/rating/page.ts'
import { pageOf } from '../src/rating/page.ts'
import { runChecks } from '../src/rating/rate-page.ts'

/** What a row says of the page; the rest is a plain page at https://example.com/ without a robots.txt. */
export type Given = Partial<Omit<Exchange, 'headers' | 'probes' | 'robots'>> & { html?: string } & Partial<Probes> & {
    headers?: Record<string, string>
    head?: string
    body?: string
    robots?: string | Exchange['robots']
  }

type Row = [outcome: string, given: Given, status: 'pass' | 'warn' | 'fail' | 'not_applicable', message?: RegExp]

const now = new Date('2026-11-21T12:00:00Z')

export function givenPage(given: Given): Page {
  const { head = '', body = '', headers = {}, robots = { status: 404, body: null }, ...rest } = given
  const { sitemap, soft404, favicon, linkSample, leftOut, html: page, ...wire } = { ...noProbes, ...rest }
  const html = page ?? `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`
  const bytes = Buffer.from(html)
  const exchange: Exchange = {
    url: 'https://example.com/',
    requestedUrl: 'https://example.com/',
    status: 200,
    htmlBytes: bytes.length,
    charset: readCharset(bytes, headers['content-type'] ?? null),
    redirects: null,
    ttfbMs: null,
    tls: null,
    ...wire,
    headers: Object.entries(headers),
    robots: typeof robots === 'string' ? { status: 200, body: robots } : robots,
    probes: { sitemap, soft404, favicon, linkSample, leftOut },
  }
  return pageOf(exchange, readDocument(html, exchange.htmlBytes), now)
}

/** A table that reads as the check's specification; a finding without evidence is no finding. */
export function specifyCheck(check: Check, rows: Row[]): void {
  describe(check.id, () => {
    it.each(rows)('%s', (_outcome, given, status, message = /./) => {
      const { [check.id]: result } = runChecks([check], givenPage(given), (_id, error) => {
        throw error
      })
      expect(result).toMatchObject({ status, message: expect.stringMatching(message) })
      if (status === 'warn' || status === 'fail') expect(result?.evidence.length).toBeGreaterThan(0)
    })
  })
}
