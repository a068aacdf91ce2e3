import { fault } from '@pagebell/faults/fault'
import type { Body } from '@pagebell/messages/define-message'
import { urlsPerMessage, type urlsSubmitted } from '@pagebell/messages/urls-submitted'
import type { urlsSubmittedV2 } from '@pagebell/messages/urls-submitted-v2'
import type { Outbox } from '@pagebell/outbox/outbox'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { inTrace } from '@pagebell/runtime/trace'
import type { Channels } from '../channels/load-channels.ts'
import { applyAndPublish } from '../preflight/apply-verdicts.ts'
import { lockBatch, takeEarlyVerdicts } from '../preflight/verdicts.sql.ts'
import { lockProject } from '../projects/projects.sql.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { insertDeliveries, restoreDeadLettered } from './insert.sql.ts'
import { type NewDelivery, newDeliveries, readV1, readV2, type SubmittedBatch } from './submitted-batch.ts'

/** The reason of a dead-lettered delivery: an operator has to replay its message. */
const waitsForOperator = 'waits_for_the_operator'

type Envelope = { traceparent?: string | undefined; extensions: Record<string, string> }
type ConsumerTools = {
  db: Database
  log: Log
  channels: Channels
  outbox: Pick<Outbox, 'flush'>
  policy: Pick<RetryPolicy, 'batchDelay' | 'partBatchDelay' | 'check' | 'checkedWindow'>
}

/** Stores the URLs, one delivery each; a message that comes twice changes nothing. */
export const onUrlsSubmitted = (tools: ConsumerTools) => (body: Body<typeof urlsSubmitted>, envelope: Envelope) =>
  storeBatches([readV1(body, envelope)], tools)

/** The same for batches that were committed together: all of them are stored, or none. */
export const onUrlsSubmittedV2 = (tools: ConsumerTools) => (body: Body<typeof urlsSubmittedV2>) =>
  storeBatches(readV2(body), tools)

/** Stores batches of one project in one transaction. */
async function storeBatches(batches: SubmittedBatch[], { db, log, channels, outbox, policy }: ConsumerTools) {
  const deliveries = batches.map((batch) => ({ batch, rows: requireHosts(batch, channels) }))
  await db.acrossAccounts().transaction(async (q) => {
    for (const { project_id } of batches.slice(0, 1)) await lockProject(q, project_id, 'shared')
    for (const { batch, rows } of deliveries) {
      const batchDelayMs = rows.length < urlsPerMessage ? policy.batchDelay : policy.partBatchDelay
      const inserted =
        batch.preflight === true
          ? await insertChecking(q, batch, rows, policy)
          : await insertDeliveries(q, batch, rows, batchDelayMs)
      // Some were known already: among them may be dead-lettered ones, whose message is replayed now.
      if (inserted < rows.length) await restoreDeadLettered(q, batch, rows)
    }
  })
  if (batches.some(({ preflight }) => preflight === true)) outbox.flush()
  inTheirTraces(batches, (facts) => log.info(facts, 'took a batch'))
}

/** The deliveries of a batch. Throws fault invalid for an unknown channel and for a URL without a host. */
function requireHosts(batch: SubmittedBatch, channels: Channels): NewDelivery[] {
  if (!channels.has(batch.channel)) throw fault('invalid', `There is no channel ${batch.channel}.`)
  return newDeliveries(batch).map(({ host, ...row }) => {
    if (host === undefined) throw fault('invalid', 'A URL of the message has no host.')
    return { ...row, host }
  })
}

/** Inserts deliveries that wait for their verdicts, and applies those that came first; returns how many were new. */
async function insertChecking(
  q: Queryable,
  batch: SubmittedBatch,
  rows: NewDelivery[],
  { check: checkMs, checkedWindow: windowMs }: Pick<RetryPolicy, 'check' | 'checkedWindow'>,
): Promise<number> {
  const { account_id: accountId, project_id: projectId, batch_id: batchId, channel } = batch
  const checked = { accountId, projectId, batchId, channel }
  await lockBatch(q, checked)
  const { waits_until: from = null } = batch
  const reason = from !== null && Date.parse(from) > Date.now() ? 'waiting' : null
  const initial = { status: 'checking', reason, checkMs, from } as const
  const inserted = await insertDeliveries(q, batch, rows, 0, initial)
  const hashes = rows.map(({ urlHash }) => urlHash)
  await applyAndPublish(q, checked, await takeEarlyVerdicts(q, checked, hashes), { checkMs, windowMs })
  return inserted
}

/** Records the deliveries of a message that becomes a dead letter, so that their batches complete. */
export const onUrlsDeadLettered =
  (tools: Pick<ConsumerTools, 'db' | 'log'>) => (body: Body<typeof urlsSubmitted>, envelope: Envelope) =>
    recordDead([readV1(body, envelope)], tools)

export const onUrlsDeadLetteredV2 =
  (tools: Pick<ConsumerTools, 'db' | 'log'>) => (body: Body<typeof urlsSubmittedV2>) =>
    recordDead(readV2(body), tools)

async function recordDead(batches: SubmittedBatch[], { db, log }: Pick<ConsumerTools, 'db' | 'log'>): Promise<void> {
  await db.acrossAccounts().transaction(async (q) => {
    for (const { project_id } of batches.slice(0, 1)) await lockProject(q, project_id, 'shared')
    for (const batch of batches) {
      const rows = newDeliveries(batch).map(({ host = '', ...row }) => ({ ...row, host }))
      await insertDeliveries(q, batch, rows, 0, { status: 'set_aside', reason: waitsForOperator })
    }
  })
  inTheirTraces(batches, (facts) => log.warn(facts, 'dead-lettered a batch'))
}

/** Writes a line of each batch. Those that share a message have separate traces, each of the request that submitted it. */
function inTheirTraces(batches: SubmittedBatch[], write: (facts: object) => void): void {
  for (const { batch_id, channel, urls, traceparent } of batches) {
    const line = () => write({ batch_id, channel, urls: urls.length })
    if (batches.length === 1) line()
    else inTrace(traceparent, line)
  }
}
