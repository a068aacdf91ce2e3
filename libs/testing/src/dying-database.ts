import type { Database, Queryable } from '@pagebell/postgres/database'

/** A database whose transactions lose their connection when all is written, and before they commit. */
export function dyingDatabase(db: Database): Database {
  return {
    ...db,
    forAccount: (account) => ({
      ...db.forAccount(account),
      transaction: <T>(work: (q: Queryable) => Promise<T>) =>
        db.forAccount(account).transaction(async (q) => {
          const result = await work(q)
          await q.query({ text: 'select pg_terminate_backend(pg_backend_pid())' })
          return result
        }),
    }),
  }
}
