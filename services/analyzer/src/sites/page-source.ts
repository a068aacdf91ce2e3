import { headerValues } from '@pagebell/page-content/head-parts'
import type { Exchange } from '../fetching/exchange.ts'
import { ratedHeaders } from './rating-basis.ts'
import type { SitePageReading } from './read-site-page.ts'

type Headers = Exchange['headers']

/** What the server calls this version of the page. */
export type Validator = { etag: string } | { lastModified: string }

/** What a later crawl needs to keep the reading of a page that has not changed. */
export type PageSource = {
  validator: Validator
  /** The rules and limits by which it was read. */
  rules: string
  /** See {@link SitePageReading}. */
  basis: string
  /** Those that a rating depends on, as later answers have updated them. */
  headers: Headers
  htmlBytes: number
  /** When it was transferred. */
  readAt: string
  /** Crawls that have kept it since. */
  kept: number
}

/** Entity tags of RFC 9110 section 8.8.3, as far as they are sent back. */
const entityTag = /^(W\/)?"[\x21\x23-\x7e]{1,200}"$/
/** The form of dates in which a server has to send them, as far as they are sent back. */
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/
/** A Last-Modified so close to the answer has no room for a second change (RFC 9110 section 8.8.2.2). */
const minAgeMs = 60_000
/** A page with longer ones is transferred each time. */
const maxHeaderChars = 8_000

/** Null for a page that a later crawl has to read again. */
export function sourceOf(
  { headers, htmlBytes }: Pick<Exchange, 'headers' | 'htmlBytes'>,
  { basis }: Pick<SitePageReading, 'basis'>,
  { rules, now }: { rules: string; now: Date },
): PageSource | null {
  const validator = validatorOf(headers)
  if (basis === null || validator === null || !mayBeStored(headers)) return null
  const rated = headers.filter(([name]) => ratedHeaders.has(name))
  if (JSON.stringify(rated).length > maxHeaderChars) return null
  return { validator, rules, basis, headers: rated, htmlBytes, readAt: now.toISOString(), kept: 0 }
}

function validatorOf(headers: Headers): Validator | null {
  const [etag, ...more] = headerValues(headers, 'etag')
  if (etag !== undefined) return more.length === 0 && entityTag.test(etag) ? { etag } : null
  const [lastModified, ...others] = headerValues(headers, 'last-modified')
  const [date] = headerValues(headers, 'date')
  if (lastModified === undefined || date === undefined || others.length > 0) return null
  if (!httpDate.test(lastModified)) return null
  const isOldEnough = Date.parse(date) - Date.parse(lastModified) >= minAgeMs
  return isOldEnough ? { lastModified } : null
}

/** Whether the server allows that anything of the answer is stored and used for another one (RFC 9111). */
function mayBeStored(headers: Headers): boolean {
  const listed = (name: string) => headerValues(headers, name).flatMap((value) => value.toLowerCase().split(','))
  const isNoStore = listed('cache-control').some((directive) => directive.trim() === 'no-store')
  return !isNoStore && !listed('vary').some((name) => name.trim() === '*')
}

/** The headers of a request for the page if it has changed. */
export function conditionOf({ validator }: Pick<PageSource, 'validator'>): Record<string, string> {
  if ('etag' in validator) return { 'if-none-match': validator.etag }
  return { 'if-modified-since': validator.lastModified }
}

/**
 * Whether an answer 304 is one to this version: it has to name the entity tag (RFC 9110 section 15.4.5), and another
 * date or a tag where there was none is another version.
 */
export function isSameVersion({ validator }: Pick<PageSource, 'validator'>, headers: Headers): boolean {
  if (!mayBeStored(headers)) return false
  const tags = headerValues(headers, 'etag')
  if ('etag' in validator) return tags.length === 1 && opaqueTag(tags[0] ?? '') === opaqueTag(validator.etag)
  return tags.length === 0 && headerValues(headers, 'last-modified').every((date) => date === validator.lastModified)
}

/** Weak comparison, as that of If-None-Match (RFC 9110 section 8.8.3.2). */
const opaqueTag = (tag: string): string => tag.replace(/^W\//, '')

/** The headers of the page after an answer 304, whose headers take the place of stored ones (RFC 9111 section 3.2). */
export function updatedHeaders(stored: Headers, sent: Headers): Headers {
  const replaced = new Set(sent.map(([name]) => name))
  return [...stored.filter(([name]) => !replaced.has(name)), ...sent.filter(([name]) => ratedHeaders.has(name))]
}
