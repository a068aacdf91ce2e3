import type { Database } from '@pagebell/postgres/database'
import { type Batcher, createBatcher } from '@pagebell/runtime/batcher'
import { answerTimeoutMs, databaseTimeout } from '../time-limit.ts'
import { findReceivingSources } from './deliveries.sql.ts'
import type { ReceivingSource } from './receiving-source.ts'

const maxTokens = 500

/**
 * Finds the sources of tokens as the database has them now, so that a new secret or rule counts at once for all copies. One
 * statement at a time, for all that arrived meanwhile: anybody can make up any number of well-formed tokens, and all of them
 * share one connection to PostgreSQL.
 */
export const createSourceLookup = (db: Database): Batcher<Buffer, ReceivingSource | undefined> =>
  createBatcher({
    process: (tokenHashes) => findReceivingSources(db.acrossAccounts(), tokenHashes),
    concurrency: 1,
    weigh: () => 1,
    maxWeight: maxTokens,
    timeoutMs: answerTimeoutMs,
    onTimeout: () => databaseTimeout('none'),
  })
