import { hash } from 'node:crypto'
import { createBatcher } from '@pagebell/runtime/batcher'
import { answerTimeoutMs, databaseTimeout } from '../time-limit.ts'
import type { AcceptedCommit, OverQuota, WaitingCommit } from './commit.ts'
import type { Schedule } from './schedule.ts'

/** An Idempotency-Key, and the hash that distinguishes its request from another one with the same key. */
export type Idempotency = {
  key: string
  requestHash: Buffer
  /**
   * The hash of the previous version, by the request's channels; needed until a day after its last copy has stopped.
   */
  formerHash: (channel: string) => Buffer
}

export type StoredKey = { tokenHash: Buffer; accountId: string; projectId: string; key: string }
export type StoredAnswer = { requestHash: Buffer; outcome: AcceptedCommit | WaitingCommit }

/** The request as sent, since the default channels of a request without one may change between two tries. */
type Sent = { urls: string[]; channel: string | undefined; action: string }

type SentToWebhook = Sent & {
  overQuota: OverQuota
  preflight: boolean | undefined
  schedule: Schedule | undefined
}

export const webhookIdempotency = (
  key: string,
  { urls, channel, action, overQuota, preflight, schedule }: SentToWebhook,
): Idempotency => ({
  key,
  // A request that does not use a newer field is hashed as before there was one.
  requestHash: versioned(
    sha256(
      JSON.stringify([
        urls,
        channel ?? null,
        action,
        ...(overQuota === 'wait' ? [overQuota] : []),
        ...(preflight === undefined ? [] : [{ preflight }]),
        ...(schedule === undefined ? [] : [{ schedule }]),
      ]),
    ),
  ),
  formerHash: (channels) => sha256(JSON.stringify([urls, channels, action])),
})

/** A key of the webhook and the same key of a resubmission are two keys. */
export const resubmissionIdempotency = (key: string, requestSha256: Buffer, { urls, action }: Sent): Idempotency => ({
  key,
  requestHash: versioned(hashResubmission(requestSha256)),
  formerHash: (channels) => hashResubmission(sha256(JSON.stringify([urls, channels, action]))),
})

/** Whether the answer is that to this request; `channel` are the channels of the answered request. */
export function isSameRequest({ requestHash }: StoredAnswer, idempotency: Idempotency, channel: string): boolean {
  const isFormer = requestHash.length === sha256Bytes
  return requestHash.equals(isFormer ? idempotency.formerHash(channel) : idempotency.requestHash)
}

/** Looks keys up with one statement at a time, for all requests that arrived meanwhile. */
export const createAnswerLookup = (find: (keys: StoredKey[]) => Promise<(StoredAnswer | undefined)[]>) =>
  createBatcher({
    process: find,
    concurrency: 1,
    weigh: () => 1,
    maxWeight: 500,
    timeoutMs: answerTimeoutMs,
    onTimeout: () => databaseTimeout('none'),
  })

const sha256Bytes = 32
const version = Buffer.of(2)

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')
const hashResubmission = (requestHash: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from('forced\n'), requestHash]), 'buffer')
const versioned = (requestHash: Buffer): Buffer => Buffer.concat([version, requestHash])
