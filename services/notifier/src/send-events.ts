import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { outboundEvents } from '@pagebell/runtime/metrics'
import { enterSpan } from '@pagebell/runtime/span'
import type { Seal } from '@pagebell/tokens/seal'
import { boundedWords } from './bounded-words.ts'
import { openSecret } from './endpoint-secrets.ts'
import type { EventSchedule } from './event-schedule.ts'
import { reasonOf } from './fetch-engine.ts'
import type { ReceiverFetch } from './fetch-receiver.ts'
import { type Judgement, judgeAnswer } from './judge-answer.ts'
import { type HeldLease, type Leases, type Moment, moment } from './leases.ts'
import { putEndpointBack } from './put-endpoint-back.ts'
import { type ClaimedEndpoint, claimEndpoints } from './queries/claim-endpoints.ts'
import type { Attempt } from './queries/record-attempt.ts'
import { recordAnswer } from './record-answer.ts'
import { signEvent } from './sign-event.ts'

/** Endpoints told side by side by a copy, and of one account: some that hang hold up no other's. */
const maxAtOnce = 32
const maxOfAccount = 4

export type EventTools = {
  db: Database
  log: Log
  seal: Seal
  schedule: EventSchedule
  fetch: ReceiverFetch
  leases: Leases<ClaimedEndpoint>
  /** Aborted when this copy stops. */
  stopping: AbortSignal
}
export type Sending = ClaimedEndpoint & { event_id: string }

const nil = '00000000-0000-0000-0000-000000000000'

/**
 * Rounds that send what is due, of one account after the other. Each endpoint has one request on its way at most; `again`
 * asks for the next round.
 */
export function eventSender(tools: EventTools, again: () => void) {
  const { db, log, schedule, leases } = tools
  const underWay = new Set<Promise<void>>()
  let lastAccount = nil

  async function sendTo(claimed: ClaimedEndpoint, claimedAt: Moment): Promise<void> {
    using lease = leases.hold(claimed, claimedAt)
    try {
      const { event_id } = claimed
      if (event_id === null) await putEndpointBack(db, claimed)
      else await sendEvent(tools, { ...claimed, event_id }, lease)
    } catch (error) {
      // The lease ends by itself, and the event is sent again.
      log.warn({ err: error, endpoint: claimed.endpoint_id }, 'an event could not be sent or noted')
    }
  }

  return {
    async round(): Promise<void> {
      for (let limit = maxAtOnce - underWay.size; limit > 0; limit = maxAtOnce - underWay.size) {
        const after = lastAccount
        const claimedAt = moment()
        const claim = { limit, leaseMs: schedule.lease, perAccount: maxOfAccount, after }
        const { rows } = await db.query<ClaimedEndpoint>(claimEndpoints(claim))
        lastAccount = rows.at(-1)?.account_id ?? nil
        if (rows.length === 0 && after === nil) return
        for (const claimed of rows) {
          const sending = sendTo(claimed, claimedAt).finally(() => {
            underWay.delete(sending)
            again()
          })
          underWay.add(sending)
        }
      }
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all(underWay)),
  }
}

async function sendEvent(tools: EventTools, sending: Sending, lease: HeldLease): Promise<void> {
  const { event_id: id, type, traceparent } = sending
  const spanning = { name: `send ${type}`, kind: 'internal' as const, attributes: { 'pagebell.event': type } }
  await enterSpan(traceparent ?? undefined, spanning, async () => {
    const { attempt, judgement } = await ask(tools, sending, lease)
    const became = await recordAnswer(tools, sending, attempt, judgement)
    outboundEvents.add(1, {
      'pagebell.event': type,
      'pagebell.outcome': attempt.reason === null ? 'delivered' : 'failed',
    })
    // The host alone: the rest of the address may hold what only its owner knows.
    const server = URL.parse(sending.url)?.host
    tools.log.info(
      { event_id: id, type, server, status: attempt.status, reason: attempt.reason, became },
      'sent an event',
    )
  })
}

async function ask(
  { seal, fetch }: EventTools,
  sending: Sending,
  lease: HeldLease,
): Promise<{ attempt: Attempt; judgement: Judgement }> {
  const { account_id, project_id, endpoint_id: id, sealed, previous_sealed, event_id, body, url } = sending
  const open = (text: string) => openSecret(seal, { account_id, project_id, id }, text)
  const secrets = previous_sealed === null ? [open(sealed)] : [open(sealed), open(previous_sealed)]
  const headers = signEvent(secrets, { id: event_id, seconds: Math.floor(Date.now() / 1_000), body })
  lease.check()
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  try {
    const { status, retryAfter, text } = await fetch(url, headers, body)
    const judgement = judgeAnswer(status, retryAfter)
    const attempt = { tookMs: took(), status, reason: judgement.reason ?? null, answer: boundedWords(text) }
    return { attempt, judgement }
  } catch (error) {
    const reason = reasonOf(error)
    return { attempt: { tookMs: took(), status: null, reason, answer: '' }, judgement: { reason } }
  }
}
