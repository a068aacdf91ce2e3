import { once } from 'node:events'
import { Readable } from 'node:stream'
import { createFairSlots, NoSlot } from '@pagebell/fair-queue/fair-slots'
import { type Fault, fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import type { Database } from '@pagebell/postgres/database'
import { Type } from '@pagebell/schema/type'
import { hashToken } from '@pagebell/tokens/token'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenOwner } from '../hooks/hook.ts'
import { readToken, unknownToken } from '../hooks/read-token.ts'
import type { TokenOwners } from '../hooks/token-owners.ts'
import type { CountRequest } from '../submissions/submit-urls.ts'
import { answerTimeoutMs } from '../time-limit.ts'
import { batchStatusJson } from './batch-status.ts'
import { findBatch, findBatchUrls } from './batches.sql.ts'
import { findDeliveries, type GetBatch } from './find-deliveries.ts'

const params = Type.Object({ batch_id: Type.String({ format: 'uuid' }) })
const querystring = Type.Object({}, { additionalProperties: false })

const lookupsPerAccount = 2
const maxWaitingPerAccount = 8
/** Longer than any client needs; a client that reads slowly holds its account's slot no longer than this. */
const maxAnswerMs = 120_000

export type BatchTools = {
  db: Database
  retentionDays: number
  tokenOwners: Pick<TokenOwners, 'authenticateToken'>
  countRequest: CountRequest
  /** The notifier's method. */
  getBatch: GetBatch
}

/** `GET /api/hooks/{token}/batches/{batch_id}`: the state of a batch, URL by URL. */
export function batchRoute(app: HttpServer, tools: BatchTools): void {
  // Accounts wait for their own look-ups only: what each may hold at once is a portion of a batch for each slot.
  const slots = createFairSlots({
    slots: Number.POSITIVE_INFINITY,
    slotsPerKey: lookupsPerAccount,
    maxWaitingPerKey: maxWaitingPerAccount,
  })

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const tokenHash = hashToken(readToken(request))
    const owner = await tools.tokenOwners.authenticateToken(tokenHash)
    if (owner === undefined) throw unknownToken()
    await tools.countRequest({ tokenHash, owner }, answerTimeoutMs)
    const batchId = (request.params as { batch_id: string }).batch_id.toLowerCase()
    const closed = new AbortController()
    reply.raw.once('close', () => closed.abort())
    try {
      await slots.run(owner.accountId, () => answer(owner, batchId, reply), closed.signal)
    } catch (error) {
      throw error instanceof NoSlot ? tooManyLookups(lookupsPerAccount) : error
    }
  }

  /** Resolves once the answer has been taken, or the client is gone. */
  async function answer(owner: TokenOwner, batchId: string, reply: FastifyReply): Promise<void> {
    const q = tools.db.forAccount(owner.accountId)
    const batch = await findBatch(q, owner, batchId, tools.retentionDays)
    if (batch === undefined) throw unknownBatch()
    const portions = batchStatusJson(batch, {
      findUrls: (range) => findBatchUrls(q, owner, batchId, range),
      findDeliveries: (urls) => findDeliveries(tools.getBatch, { accountId: owner.accountId, batchId, urls }),
    })
    // What fails by now is answered as an error; later on the connection ends before the answer does.
    const first = await portions.next()
    const stream = Readable.from(startingWith(first, portions), { objectMode: false })
    const timer = setTimeout(() => stream.destroy(new Error('A batch was read too slowly.')), maxAnswerMs)
    const isClosed = reply.raw.destroyed ? Promise.resolve() : once(reply.raw, 'close')
    void reply.type('application/json; charset=utf-8').send(stream)
    await isClosed
    clearTimeout(timer)
  }

  for (const url of ['/api/hooks/:token/batches/:batch_id', '/api/hooks/batches/:batch_id']) {
    app.get(url, {
      schema: { params, querystring },
      onRequest: (request, _reply, done) => {
        readToken(request)
        done()
      },
      handler: handle,
    })
  }
}

async function* startingWith(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (first.done) return
  yield first.value
  yield* rest
}

const unknownBatch = (): Fault => fault('not_found', 'There is no such batch.')

const tooManyLookups = (limit: number): Fault =>
  fault('rate_limited', `At most ${limit} batches of an account are read at once.`, { retryAfterSeconds: 1 })
