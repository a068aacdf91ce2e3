import type { Database } from '@pagebell/postgres/database'
import type { Batcher } from '@pagebell/runtime/batcher'
import type { Seal } from '@pagebell/tokens/seal'
import type { OutboxRelay } from '../outbox/outbox-relay.ts'
import type { ChannelFinder } from '../project-channels/channel-finder.ts'
import type { Source } from '../sources/source.ts'
import type { SourceRequest } from '../sources/source-request.ts'
import type { Submissions } from '../submissions/create-submissions.ts'
import { tooManyRequests } from '../submissions/refusals.ts'
import { countLocally } from '../submissions/request-rates.ts'
import type { CommitLimits } from '../submissions/submissions.sql.ts'
import { createDeliveryCommit } from './commit-delivery.ts'
import { touchSource } from './deliveries.sql.ts'
import { type Received, receiveDelivery } from './receive-delivery.ts'
import { isUsedRecently, type ReceivingSource, toOwner } from './receiving-source.ts'
import type { RequestScan } from './scan-requests.ts'
import { createSourceLookup } from './source-lookup.ts'

type DeliveryTools = {
  db: Database
  seal: Seal
  kinds: ReadonlyMap<string, Source>
  channels: Pick<ChannelFinder, 'find'>
  submissions: Submissions
  outbox: Pick<OutboxRelay, 'isFull'>
  limits: CommitLimits
  requestScan: RequestScan
}

export type SourceDeliveries = {
  /** The source of a token that is accepted now; undefined for any other token. */
  findSource: Batcher<Buffer, ReceivingSource | undefined>
  /** Counts a request towards the rates of its source and account; throws fault `rate_limited`. */
  countRequest: (source: ReceivingSource, tokenHash: Buffer, timeoutMs: number) => Promise<void>
  receive: (source: ReceivingSource, tokenHash: Buffer, request: SourceRequest, timeoutMs: number) => Promise<Received>
  /** Notes that a source was called, where nothing was committed. */
  touch: (source: ReceivingSource) => Promise<void>
}

/** Requests of one source at one copy of intake in ten seconds: 100 a second. */
const requestsInWindow = 1_000

/** What the route of deliveries needs. */
export function createSourceDeliveries(tools: DeliveryTools): SourceDeliveries {
  const { db, seal, kinds, channels, submissions, outbox, limits, requestScan } = tools
  const { dedupeCache, onCommitted, countRequest } = submissions
  const countHere = countLocally()
  const receiving = {
    seal,
    kinds,
    findChannels: channels.find,
    commit: createDeliveryCommit({ db, limits, dedupeCache, onCommitted }),
    outboxIsFull: outbox.isFull,
    requestScan,
    windowMs: limits.windowSeconds * 1_000,
  }
  return {
    findSource: createSourceLookup(db),
    async countRequest(source, tokenHash, timeoutMs) {
      if (countHere(source.source_id) > requestsInWindow) throw tooManyRequests(null)
      await countRequest({ tokenHash, owner: toOwner(source) }, timeoutMs)
    },
    receive: (source, tokenHash, request, timeoutMs) =>
      receiveDelivery(source, tokenHash, request, timeoutMs, receiving),
    async touch(source) {
      if (!isUsedRecently(source)) await touchSource(db.forAccount(source.account_id), source)
    },
  }
}
