import { randomUUIDv7 } from 'node:crypto'
import type { Fault } from '@pagebell/faults/fault'
import { storableText } from '@pagebell/postgres/storable-json'
import type { TokenOwner } from '../hooks/hook.ts'

/** One call of a webhook as its project sees it afterwards: nothing of the body's values, and no token. */
export type WebhookRequest = {
  accountId: string
  projectId: string
  /** A UUID of version 7, whose time is that of the call. */
  requestId: string
  /** Calls that this row stands for. */
  requests: number
  /** Of the client, as the gateway saw it. */
  address: string
  agent: string | null
  status: number
  /** The code and the text of the problem; null unless the call was refused. */
  code: string | null
  message: string | null
  /** Names of the body's members, without their values. */
  fields: string[]
  channel: string | null
  action: string | null
  dryRun: boolean
  /** URLs in the body. */
  urls: number
  accepted: number
  duplicates: number
  rejected: number
  batchId: string | null
  /**
   * Of a call of a source: which, what was made of it, the sender's event, and fields that the rules missed. Of a call of
   * `/submit`, the verdict is `waiting` or null.
   */
  sourceId: string | null
  verdict: string | null
  event: string | null
  missing: string[] | null
}

/** What was made of a call of a source. */
export type ObservedDelivery = {
  sourceId: string
  verdict: string | null
  event: string | null
  missing: string[]
  urls: number
}

/** A call as the route saw it, and the answer or the refusal. */
export type ObservedCall = {
  owner: TokenOwner
  address: string
  agent: string | undefined
  /** Names of the body's members as sent, before defaults. */
  fields: string[]
  body: unknown
  query: unknown
  status: number
  answer?:
    | { accepted: number; duplicates: number; rejected: number; waiting?: number; batch_id: string | null }
    | undefined
  refusal?: Fault | undefined
  delivery?: ObservedDelivery | undefined
}

const maxAgentLength = 200
const maxFields = 20
const maxFieldLength = 60
const maxMessageLength = 500

/** What is kept of a call. */
export function toWebhookRequest(call: ObservedCall): WebhookRequest {
  const { owner, address, agent, status, answer, refusal, delivery } = call
  const { channel, action, urls } = isObject(call.body) ? call.body : {}
  const isValid = answer !== undefined
  return {
    accountId: owner.accountId,
    projectId: owner.projectId,
    requestId: randomUUIDv7(),
    requests: 1,
    address,
    agent: agent === undefined ? null : cut(agent, maxAgentLength),
    status,
    ...refusalOf(refusal),
    fields: call.fields.slice(0, maxFields).map((name) => cut(name, maxFieldLength)),
    // Values only where the schema allows a few.
    channel: isValid && typeof channel === 'string' ? channel : null,
    action: isValid && typeof action === 'string' ? action : null,
    dryRun: isObject(call.query) && call.query['dry_run'] === '1',
    urls: delivery?.urls ?? (Array.isArray(urls) ? urls.length : 0),
    accepted: answer?.accepted ?? 0,
    duplicates: answer?.duplicates ?? 0,
    rejected: answer?.rejected ?? 0,
    batchId: answer?.batch_id ?? null,
    sourceId: delivery?.sourceId ?? null,
    verdict: delivery?.verdict ?? (answer?.waiting === undefined ? null : 'waiting'),
    event: delivery?.event ? cut(delivery.event, maxFieldLength) : null,
    missing: delivery?.missing.slice(0, maxFields).map((name) => cut(name, maxFieldLength)) ?? null,
  }
}

/** Names of the members of a body; none if it is not an object. */
export const fieldsOf = (body: unknown): string[] => (isObject(body) ? Object.keys(body) : [])

/** The time in a UUID of version 7, in milliseconds since 1970 (RFC 9562, 5.7). */
export const timeOf = (requestId: string): number => Number.parseInt(requestId.replaceAll('-', '').slice(0, 12), 16)

/** The same for two calls that may be one row: they differ in nothing but their time and their URLs. */
export const mergeKey = (one: WebhookRequest): string =>
  JSON.stringify([one.address, one.agent, one.status, one.code, one.dryRun, one.sourceId, one.verdict, one.event])

/** One row for both; what belongs to one of them alone is left out. */
export const mergeRequests = (into: WebhookRequest, one: WebhookRequest): WebhookRequest => ({
  ...into,
  requests: into.requests + one.requests,
  urls: into.urls + one.urls,
  accepted: into.accepted + one.accepted,
  duplicates: into.duplicates + one.duplicates,
  rejected: into.rejected + one.rejected,
  channel: into.channel === one.channel ? into.channel : null,
  action: into.action === one.action ? into.action : null,
  batchId: null,
})

function refusalOf(refusal: Fault | undefined): Pick<WebhookRequest, 'code' | 'message'> {
  if (refusal === undefined) return { code: null, message: null }
  const { kind, code } = refusal
  return { code, message: kind === 'internal' ? null : cut(sentenceOf(refusal), maxMessageLength) }
}

/** The text of a fault with what it says of each field. */
function sentenceOf({ message, errors = {} }: Fault): string {
  const details = Object.entries(errors).map(([field, texts]) => `${field} ${texts.join(', ')}`)
  const unsaid = details.filter((detail) => !message.includes(detail))
  return unsaid.length === 0 ? message : `${message} ${unsaid.join('; ')}.`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One line of text that PostgreSQL stores. */
const cut = (text: string, length: number): string => storableText(text.slice(0, length)).replace(/\p{Cc}/gu, ' ')
