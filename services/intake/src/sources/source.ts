import type { Json } from './parse-json.ts'
import type { Push } from './push.ts'
import type { Rule } from './rules/rule.ts'
import type { Verifier } from './signatures/verifier.ts'
import type { SourceHeaders } from './source-request.ts'

export type Action = 'update' | 'delete'
export type UrlChange = { url: string; action: Action }

/** More changed pages of a delivery are looked up in the sitemap, as are those of a push with more files. */
export const maxPages = 1_000

/** A request that was authenticated and parsed. `event` is what the sender calls it; null if it does not say. */
export type Delivery = { headers: SourceHeaders; body: Json; event: string | null }

/** A page that was changed. The rules of the source find its URL. */
export type PageChange = {
  action: Action
  /** Where the rules look up their fields; the whole body if absent. */
  fields?: Json
  /**
   * What the sender calls the page; a rule may name another id. A later delete that has only the id finds the URL by
   * it.
   */
  id?: string | undefined
  /** Why the page is not public, such as `status is draft`. A page that was public before is deleted then. */
  unpublished?: string | undefined
  /** With `unpublished`: the public version of the page stays, so a draft changes nothing. */
  keepsPublished?: boolean
  /** URLs that the page had before, from the sender's previous values. */
  previousUrls?: (url: string) => string[]
}

/** What a kind makes of a delivery, before the rules of the source are applied. */
export type Reading =
  | { type: 'pages'; changes: PageChange[] }
  | { type: 'urls'; urls: { url: Json; action: Action }[] }
  | { type: 'push'; push: Push }
  /** A deployment, or a change that names no pages: the pages that changed are found by a scan of the sitemap. */
  | { type: 'scan'; reason: string }
  | { type: 'ignored'; reason: string }
  /** Ignored unless a rule of the user names the event. */
  | { type: 'unknown'; reason: string }
  | { type: 'unmapped'; missing: string[]; reason: string }

export type Source = {
  /** The name of the kind in the API and the command; also the name of its file. */
  kind: string
  /** The name of the sender as its users know it. */
  title: string
  /** For the panel and docs/sources.md: what the sender sends. */
  sends: string
  /** How to set it up at the sender, step by step. */
  setUp: readonly string[]
  /** What the sender does with the secret: signs deliveries, or sends it in a header. `none`: it knows no secret. */
  secret: 'signs' | 'sends' | 'none'
  /** What the sender signs, and where its signature is. */
  signed: string
  /** What an event results in. */
  results: readonly [event: string, result: string][]
  /** The form of the body. JSON also allows a form that has the document in its field `payload`. */
  format: 'json' | 'form' | 'text'
  /** The rules of a source for which the user has written none. */
  rules: readonly Rule[]
  /** A delivery to try a source with, shortened to what is read. In its texts `{project}` stands for the host. */
  sample: { headers?: Record<string, string>; body: Json }
  verify: Verifier
  /** What the sender calls this kind of event. */
  eventOf(headers: SourceHeaders, body: Json): string | null
  /** By which the sender repeats a delivery; undefined if it has no such id. */
  deliveryId(delivery: Delivery): string | undefined
  read(delivery: Delivery, rules: readonly Rule[]): Reading
}

export function defineSource(source: Source): Source {
  return source
}

/** The body of a kind's sample as it is sent. */
export const sampleBody = ({ sample: { body } }: Source): string =>
  typeof body === 'string' ? body : JSON.stringify(body, null, 2)

export const ignored = (reason: string): Reading => ({ type: 'ignored', reason })
export const unknown = (event: string | null): Reading => ({
  type: 'unknown',
  reason: event === null ? 'unknown event' : `${event} names no page`,
})
export const scan = (reason: string): Reading => ({ type: 'scan', reason })
export const unmapped = (missing: string[], reason = missingReason(missing)): Reading => ({
  type: 'unmapped',
  missing,
  reason,
})
export const page = (change: PageChange): Reading => ({ type: 'pages', changes: [change] })

export const missingReason = (missing: readonly string[]): string =>
  `missing ${missing.length === 1 ? 'field' : 'fields'}: ${missing.join(', ')}`
