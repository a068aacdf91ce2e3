import { actionOfEvent } from './event-words.ts'
import { fieldAt, isObject, textOf } from './json-field.ts'
import { type Json, type ParsedJson, parseJson } from './parse-json.ts'
import { comparisonCost, isAboutEvent } from './rules/conditions.ts'
import { findRule, type Mapped, type MappingContext, mapPage, type RememberedUrl } from './rules/map-page.ts'
import { mapPush } from './rules/map-push.ts'
import type { Rule } from './rules/rule.ts'
import { siteUrl } from './site-url.ts'
import {
  type Action,
  type Delivery,
  maxPages,
  type PageChange,
  type Reading,
  type Source,
  type UrlChange,
} from './source.ts'
import type { SourceRequest } from './source-request.ts'

export type SourceVerdict = 'urls' | 'scan' | 'ignored' | 'unmapped' | 'unauthorized'

export type SourceResult = {
  verdict: SourceVerdict
  event: string | null
  urls: UrlChange[]
  /** Names of fields that the rules need and the body does not have. */
  missing: string[]
  reason: string | null
  /** URLs to remember under the sender's ids, and ids to forget. */
  remember: RememberedUrl[]
  forget: string[]
  deliveryId: string | undefined
}

export type ReadContext = {
  /** The host of the project, for `{project}`; URLs of its subdomains are its own too. */
  project: string
  rules: readonly Rule[]
  urlOfId: (id: string) => string | undefined
  /** Gets the rules that decide, for one who tries them out. */
  usedRules?: Set<Rule>
}

export type VerifyContext = ReadContext & {
  /** During a rotation two; without any, nothing is verified. */
  secrets: readonly string[]
  now: Date
}

export const maxBodyBytes = 1_024 * 1_024
/** One text for all causes, so that a client without the secret learns nothing. */
export const unauthorizedReason = 'the signature or secret is missing, wrong or too old'
/** Names of branches and events are in reasons, and can be long. */
const maxReasonLength = 300
/** As many as a request of /submit can have. */
const maxUrls = 10_000
/** For all pages of a delivery: 1,000 of them with 50 rules of two values each. */
const maxComparisonCost = 100_000

/** Authenticates a request over its raw body, and only then parses and reads it. Never throws. */
export function receiveRequest(source: Source, request: SourceRequest, context: VerifyContext): SourceResult {
  const { secrets, now } = context
  if (request.body.length > maxBodyBytes) return result('unmapped', { reason: 'a body of more than 1 MB' })
  if (!isAuthentic(source, request, secrets, now)) return result('unauthorized', { reason: unauthorizedReason })
  return readRequest(source, request, context)
}

/** Whether one of the secrets has signed the request; without any, nothing is verified. Each is tried, for equal times. */
export const isAuthentic = (source: Source, request: SourceRequest, secrets: readonly string[], now: Date): boolean =>
  secrets.length === 0 || secrets.map((secret) => secret !== '' && source.verify(request, secret, now)).includes(true)

/** What an authentic request means for the project: URLs on its host only. Never throws. */
export function readRequest(source: Source, request: SourceRequest, context: ReadContext): SourceResult {
  if (request.body.length > maxBodyBytes) return result('unmapped', { reason: 'a body of more than 1 MB' })
  const parsed = parseBody(source.format, request)
  if (!parsed.ok) return result('unmapped', { reason: parsed.reason })
  const { headers } = request
  const event = source.eventOf(headers, parsed.value)?.slice(0, 200) ?? null
  const delivery: Delivery = { headers, body: parsed.value, event }
  const reading = source.read(delivery, context.rules)
  const deliveryId = source.deliveryId(delivery)
  const mapped = mapReading(reading, delivery, context)
  return {
    ...mapped,
    reason: mapped.reason?.slice(0, maxReasonLength) ?? null,
    event,
    deliveryId: usableId(deliveryId),
  }
}

/** An empty one would have all deliveries with it taken for one. */
const usableId = (id = ''): string | undefined => (id.trim() === '' ? undefined : id.slice(0, 200))

function result(verdict: SourceVerdict, parts: Partial<SourceResult>): SourceResult {
  return {
    verdict,
    event: null,
    urls: [],
    missing: [],
    reason: null,
    remember: [],
    forget: [],
    deliveryId: undefined,
    ...parts,
  }
}

function mapReading(reading: Reading, delivery: Delivery, context: ReadContext): SourceResult {
  const mapping: MappingContext = { ...context, ...delivery }
  switch (reading.type) {
    case 'pages':
      return mapPages(reading.changes, mapping)
    case 'push':
      return combine([mapPush(reading.push, context.rules, context.project, context.usedRules)])
    case 'urls':
      return listedUrls(reading.urls, context.project)
    case 'unknown':
      return ruleOfEvent(delivery, mapping) ?? result('ignored', { reason: reading.reason })
    case 'scan':
      return ruleOfEvent(delivery, mapping) ?? result('scan', { reason: reading.reason })
    case 'ignored':
      return result('ignored', { reason: reading.reason })
    case 'unmapped':
      return result('unmapped', { missing: reading.missing, reason: reading.reason })
  }
}

/** What a delivery can cost is bounded: while it is read, no other request is. */
function mapPages(changes: readonly PageChange[], mapping: MappingContext): SourceResult {
  if (changes.length > maxPages) return result('scan', { reason: `more than ${maxPages} pages` })
  const perPage = mapping.rules.reduce((sum, rule) => sum + comparisonCost(rule), 0)
  if (changes.length * perPage > maxComparisonCost)
    return result('scan', { reason: `more conditions of rules than can be compared with ${changes.length} pages` })
  return combine(changes.map((change) => mapPage(change, mapping)))
}

/** By a rule of the user that names the event; undefined if there is none. */
function ruleOfEvent({ event, body }: Delivery, mapping: MappingContext): SourceResult | undefined {
  const ofEvents = { ...mapping, rules: mapping.rules.filter(({ when }) => isAboutEvent(when)) }
  if (findRule(body, ofEvents) === undefined) return undefined
  return combine([mapPage({ action: actionOfEvent(event) }, ofEvents)])
}

/** The pages of one delivery as one result: URLs before a scan, and what a user has to fix before what is ignored. */
function combine(mapped: readonly Mapped[]): SourceResult {
  const urls = mapped.flatMap((one) => (one.verdict === 'urls' ? [one] : []))
  const missing = [...new Set(mapped.flatMap((one) => ('missing' in one ? one.missing : [])))]
  const reasonOf = (verdict: 'scan' | 'unmapped' | 'ignored') =>
    mapped.flatMap((one) => (one.verdict === verdict ? [one.reason] : [])).at(0)
  if (urls.length > 0) {
    const changes = lastActions(urls.flatMap((one) => one.urls))
    if (changes.length > maxUrls) return result('scan', { reason: `more than ${maxUrls} urls` })
    return result('urls', {
      urls: changes,
      missing,
      reason: reasonOf('unmapped') ?? null,
      remember: urls.flatMap((one) => one.remember),
      forget: urls.flatMap((one) => one.forget),
    })
  }
  for (const verdict of ['scan', 'unmapped', 'ignored'] as const) {
    const reason = reasonOf(verdict)
    if (reason !== undefined) return result(verdict, { reason, missing: verdict === 'unmapped' ? missing : [] })
  }
  return result('ignored', { reason: 'names no page' })
}

/** URLs that the sender lists itself. */
function listedUrls(listed: readonly { url: Json; action: Action }[], project: string): SourceResult {
  if (listed.length > maxUrls) return result('unmapped', { reason: `more than ${maxUrls} urls` })
  const checked = listed.map(({ url, action }) => {
    const text = textOf(url)
    if (text === undefined) return { ok: false as const, verdict: 'unmapped' as const, reason: 'a url that is no text' }
    return { ...siteUrl(text.trim(), project), action }
  })
  const urls = checked.flatMap((one) => (one.ok ? [{ url: one.url, action: one.action }] : []))
  const refused = checked.flatMap((one) => (one.ok ? [] : [one]))
  const [first] = refused.toSorted(
    (one, other) => Number(other.verdict === 'unmapped') - Number(one.verdict === 'unmapped'),
  )
  if (urls.length > 0) {
    const count = refused.length === 0 ? null : `${refused.length} of ${checked.length} left out: ${first?.reason}`
    return result('urls', { urls: lastActions(urls), reason: count })
  }
  if (first === undefined) return result('ignored', { reason: 'the list of urls is empty' })
  return result(first.verdict, { reason: first.reason })
}

/** Each URL once, with the last that was said of it. */
function lastActions(changes: readonly UrlChange[]): UrlChange[] {
  const actions = new Map<string, Action>()
  for (const { url, action } of changes) {
    actions.delete(url)
    actions.set(url, action)
  }
  return [...actions].map(([url, action]) => ({ url, action }))
}

const formLike = /^[\w.[\]%-]+=/

function parseBody(format: Source['format'], { headers, body }: SourceRequest): ParsedJson {
  const text = body.toString('utf8').replace(/^\uFEFF/, '')
  if (format === 'text') return { ok: true, value: text }
  const isDocument = /^\s*[{[]/.test(text)
  const isForm = !isDocument && headers.get('content-type')?.toLowerCase().includes('form-urlencoded') === true
  if (format === 'form' && (isForm || formLike.test(text))) return { ok: true, value: parseForm(text) }
  if (text.trim() === '') return { ok: true, value: {} }
  const parsed = isForm ? undefined : parseJson(text)
  if (parsed?.ok === true || !(isForm || formLike.test(text))) return parsed ?? { ok: true, value: {} }
  const form = parseForm(text)
  const payload = fieldAt(form, 'payload')
  return typeof payload === 'string' ? parseJson(payload) : { ok: true, value: form }
}

/** Fields of a form: a text, or a list of those that have one name. */
function parseForm(text: string): Json {
  const fields = new Map<string, Json>()
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields.get(name)
    if (before === undefined) fields.set(name, value)
    // A copy of the list for each value would take minutes.
    else if (Array.isArray(before)) before.push(value)
    else fields.set(name, [before, value])
  }
  const form: Json = Object.fromEntries(fields)
  return isObject(form) ? form : {}
}
