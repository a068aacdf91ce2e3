import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { hashToken } from '@pagebell/tokens/token'
import type { CommittedBatch, SubmissionCommit } from '../src/submissions/commit.ts'
import { createGroupCommit } from '../src/submissions/group-commit.ts'
import { judgeUrls } from '../src/submissions/judge-urls.ts'
import { submitGroup } from '../src/submissions/submissions.sql.ts'
import { intake, newHook, pages, test, useIntake } from './intake-under-test.ts'
import { newCommit } from './new-commit.ts'

useIntake()

const connect = (url: string): Database => connectDatabase({ url, log: test.log, applicationName: 'test of a group' })
let db: Database
beforeAll(() => {
  db = connect(test.settings.DATABASE_URL)
})
afterAll(async () => await db?.[Symbol.asyncDispose]())

const urlsOf = (page: number) => judgeUrls(pages(page, page), 'example.com', ['indexnow']).siteUrls

async function newRequest(changes: Partial<SubmissionCommit> = {}): Promise<SubmissionCommit> {
  const { token, account_id: accountId, project_id: projectId } = await newHook(intake)
  return newCommit({ tokenHash: hashToken(token), accountId, projectId, urls: urlsOf(1), ...changes })
}

/** Commits requests in groups, and keeps what is published and the sizes of the groups. */
function groupCommit(database: Database) {
  const published: CommittedBatch[] = []
  const sizes: number[] = []
  const commit = createGroupCommit({
    lookup: async () => ({ rateLimited: false, chargedAt: [] }),
    dedupeCache: { remember: () => undefined },
    commitGroup: (group) => {
      sizes.push(group.length)
      return submitGroup(database.acrossAccounts(), group, { windowSeconds: 600, maxWaiting: 0 })
    },
    onCommitted: (batches) => void published.push(...batches),
  })
  return { commit, published, sizes }
}

describe('an error in a group of requests', () => {
  it.each<[string, string, (earlier: SubmissionCommit) => Promise<SubmissionCommit>]>([
    ['text with a NUL', '22021', () => newRequest({ traceparent: '\0' })],
    ['the id of another batch', '23505', async (earlier) => ({ ...earlier, urls: urlsOf(2) })],
  ])(
    'is that of the request whose data causes it, and the other accounts are served: %s',
    async (_what, code, make) => {
      const { commit, published, sizes } = groupCommit(db)
      const earlier = await newRequest()
      await commit(earlier)
      const [first, second, wrong, last] = [
        await newRequest(),
        await newRequest(),
        await make(earlier),
        await newRequest(),
      ]
      const results = await Promise.allSettled([first, second, wrong, last].map((one) => commit(one)))
      const accepted = { value: { outcome: { outcome: 'accepted' } } }
      expect(results).toMatchObject([accepted, accepted, { reason: { code } }, accepted])
      expect(sizes).toEqual([1, 4, 2, 2, 1, 1])
      const batchIds = [earlier, first, second, last].map(({ batchId }) => batchId)
      expect(published.map((batch) => batch.commit.batchId)).toEqual(batchIds)
      const accounts = [earlier, first, second, wrong, last].map(({ accountId }) => accountId)
      const stored = await test.query('select batch_id from batch where account_id = any ($1) order by batch_id', [
        accounts,
      ])
      expect(stored.map((row) => row['batch_id'])).toEqual(batchIds.toSorted())
    },
  )

  it('is that of all if the server is away, which is asked once', async () => {
    await using away = connect('postgres://127.0.0.1:1/none')
    const { commit, sizes } = groupCommit(away)
    const group = [await newRequest(), await newRequest()]
    const results = await Promise.allSettled(group.map((one) => commit(one)))
    expect(results).toMatchObject([{ reason: { kind: 'unavailable' } }, { reason: { kind: 'unavailable' } }])
    expect(sizes).toEqual([2])
  })
})
