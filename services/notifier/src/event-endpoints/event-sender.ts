import { emailFormat } from '@pagebell/outbound-events/event-formats'
import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { enterSpan } from '@pagebell/runtime/span'
import type { Seal } from '@pagebell/tokens/seal'
import { boundedText } from '../channels/engine-response.ts'
import { failureReason } from '../engines/clients.ts'
import { type HeldLease, type Leases, type Moment, moment } from '../leases.ts'
import { outboundEvents } from '../metrics.ts'
import type { MailServer, SendMail } from './email/mail-server.ts'
import { sendEventMail } from './email/send-event-mail.ts'
import { openAddress } from './endpoint-address.ts'
import { type ClaimedEndpoint, claimEndpoints, type EventAttempt, type Transport } from './endpoint-claims.sql.ts'
import { openSecret, signEvent } from './endpoint-secrets.ts'
import type { EventRetryPolicy } from './event-retry-policy.ts'
import { findFormat } from './formats/all-formats.ts'
import { describeEvent } from './formats/event-text.ts'
import type { FormatRequest } from './formats/format.ts'
import { type ReceiverFetch, type ReceiverResult, readReceiverResponse } from './receiver-client.ts'
import { type ClaimedEvent, recordAttempt, releaseUnsent } from './record-attempt.ts'

/** Endpoints that a copy sends to at once, and of one account: some that hang delay no other account. */
const maxAtOnce = 128
const maxOfAccount = 10
/** Of an account, those that have failed last: some that hang delay no other endpoint of the account. */
const maxFailingOfAccount = 8
/** The same for mails, which all go to one server: some take few connections, and no room of requests. */
const maxMailsAtOnce = 8
const maxMailsOfAccount = 2

const bounds: Record<Transport, { atOnce: number; perAccount: number; failingPerAccount: number }> = {
  http: { atOnce: maxAtOnce, perAccount: maxOfAccount, failingPerAccount: maxFailingOfAccount },
  email: { atOnce: maxMailsAtOnce, perAccount: maxMailsOfAccount, failingPerAccount: maxMailsOfAccount },
}

export type EventTools = {
  db: Database
  log: Log
  seal: Seal
  policy: EventRetryPolicy
  fetch: ReceiverFetch
  /** Begins the links in messages. */
  publicUrl: string
  /** Undefined if the operator has no mail server. */
  mail: { send: SendMail; from: MailServer['from'] } | undefined
  leases: Leases<ClaimedEndpoint>
  /** Aborted when this copy stops. */
  stopping: AbortSignal
}

const nil = '00000000-0000-0000-0000-000000000000'

/**
 * Sends what is due in rounds, to one endpoint of each account in turn. Each endpoint has one request under way at
 * most. `wake` is called for the next round. Disposing waits for the requests that are under way.
 */
export function createEventSender(tools: EventTools, transport: Transport, wake: () => void) {
  const { db, log, policy, leases } = tools
  const underWay = new Set<Promise<void>>()
  const { atOnce, ...ofAccount } = bounds[transport]
  let lastAccount = nil

  async function sendTo(claimed: ClaimedEndpoint, claimedAt: Moment): Promise<void> {
    using lease = leases.hold(claimed, claimedAt)
    try {
      const { event_id } = claimed
      if (event_id === null) await releaseUnsent(db.acrossAccounts(), claimed)
      else await sendEvent(tools, { ...claimed, event_id }, lease)
    } catch (error) {
      // The lease ends by itself, and the event is sent again.
      log.warn({ err: error, endpoint: claimed.endpoint_id }, 'an event could not be sent or noted')
    }
  }

  return {
    async round(): Promise<void> {
      for (let limit = atOnce - underWay.size; limit > 0; limit = atOnce - underWay.size) {
        const after = lastAccount
        const claimedAt = moment()
        const claim = { transport, limit, leaseMs: policy.lease, ...ofAccount, after }
        const endpoints = await claimEndpoints(db.acrossAccounts(), claim)
        lastAccount = endpoints.at(-1)?.account_id ?? nil
        if (endpoints.length === 0 && after === nil) return
        for (const claimed of endpoints) {
          const sending = sendTo(claimed, claimedAt).finally(() => {
            underWay.delete(sending)
            wake()
          })
          underWay.add(sending)
        }
      }
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all(underWay)),
  }
}

async function sendEvent(tools: EventTools, event: ClaimedEvent, lease: HeldLease): Promise<void> {
  const { webhook_id: id, type, traceparent } = event
  const span = { name: `send ${type}`, kind: 'internal' as const, attributes: { 'pagebell.event': type } }
  await enterSpan(traceparent ?? undefined, span, async () => {
    const { attempt, result } = await attemptOf(tools, event, lease)
    const became = await recordAttempt(tools, event, attempt, result)
    outboundEvents.add(1, {
      'pagebell.event': type,
      'pagebell.format': event.format,
      'pagebell.outcome': attempt.reason === null ? 'delivered' : 'failed',
    })
    // The host alone: the rest of the URL may be secret.
    const server = URL.parse(event.url)?.host || event.format
    const { status, reason } = attempt
    tools.log.info({ event_id: id, endpoint: event.endpoint_id, type, server, status, reason, became }, 'sent an event')
  })
}

type Attempted = { attempt: EventAttempt; result: ReceiverResult }

const attemptOf = (tools: EventTools, event: ClaimedEvent, lease: HeldLease): Promise<Attempted> =>
  event.format === emailFormat ? mail(tools, event, lease) : post(tools, event, lease)

async function mail({ db, seal, mail: server, publicUrl }: EventTools, event: ClaimedEvent, lease: HeldLease) {
  const { account_id, key, endpoint_id: id, sealed } = event
  const secret = openSecret(seal, { account_id, key, id }, sealed)
  lease.check()
  const began = performance.now()
  const tools = { q: db.acrossAccounts(), send: server?.send, from: server?.from, publicUrl }
  const { status, answer, result } = await sendEventMail(tools, event, secret)
  const tookMs = Math.round(performance.now() - began)
  return { attempt: { tookMs, status, reason: result.reason ?? null, answer: boundedText(answer) }, result }
}

async function post({ seal, fetch, publicUrl }: EventTools, event: ClaimedEvent, lease: HeldLease): Promise<Attempted> {
  const { account_id, key, endpoint_id, sealed, previous_sealed, webhook_id } = event
  const place = { account_id, key, id: endpoint_id }
  const open = (text: string) => openSecret(seal, place, text)
  const format = findFormat(event.format)
  const address = openAddress(seal, place, { url: event.url, sealedUrl: event.sealed_url })
  const { url, body }: FormatRequest = format?.write(describeEvent(event.type, event.body, publicUrl), address) ?? {
    url: address,
    body: event.body,
  }
  const secrets = previous_sealed === null ? [open(sealed)] : [open(sealed), open(previous_sealed)]
  const headers = signEvent(secrets, { id: webhook_id, seconds: Math.floor(Date.now() / 1_000), body })
  lease.check()
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const response = await fetch(url, headers, body)
    const result = format?.read(response) ?? readReceiverResponse(response)
    const { status, text } = response
    const attempt = { tookMs: took(), status, reason: result.reason ?? null, answer: boundedText(text) }
    return { attempt, result }
  } catch (error) {
    const reason = failureReason(error)
    return { attempt: { tookMs: took(), status: null, reason, answer: '' }, result: { reason } }
  }
}
