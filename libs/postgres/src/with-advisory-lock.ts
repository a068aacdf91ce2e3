import type pg from 'pg'

/** Runs `work` while this session alone holds the named lock of the database it is connected to. */
export async function withAdvisoryLock<T>(client: pg.Client, name: string, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
  }
}
