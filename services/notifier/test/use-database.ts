import { afterAll, beforeAll } from '@jest/globals'
import { connectDatabase, type Transactions } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { testDatabase } from '@pagebell/testing/test-database'

/** The notifier's database, for statements on rows of all accounts. */
export let db: Transactions

/** Makes a database before the tests of a file, without a notifier that would work on its rows. */
export function useDatabase(): void {
  const running = new AsyncDisposableStack()
  beforeAll(async () => {
    const { url } = running.adopt(await testDatabase('notifier'), (made) => made.drop())
    db = running.use(connectDatabase({ url, log: createLog('notifier-test', 'silent') })).acrossAccounts()
  })
  afterAll(() => running.disposeAsync())
}
