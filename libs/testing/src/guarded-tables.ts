import { expect } from '@jest/globals'
import type { Database } from '@pagebell/postgres/database'
import pg from 'pg'

/** Every table with an account_id; fails for one that row-level security does not guard. `admin` is the owner. */
export async function guardedTables(admin: pg.Pool): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; guarded: boolean }>(`
    select c.relname as name, c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid) as guarded
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname collate "C"`)
  expect(rows.filter(({ guarded }) => !guarded)).toEqual([])
  return rows.map(({ name }) => name)
}

type Row = { account_id: string }

/**
 * Statements without an account condition touch the first account's rows of the table, where both accounts have some, and
 * cannot make a row for the second.
 */
export async function expectGuarded(
  db: Database,
  serviceUrl: string,
  table: string,
  [mine, theirs]: readonly [mine: string, theirs: string],
): Promise<void> {
  const name = pg.escapeIdentifier(table)
  const owners = (rows: Row[]) => [table, [...new Set(rows.map(({ account_id }) => account_id))]]
  const all = { text: `select account_id from ${name}` }
  const both = { text: `${all.text} where account_id = any($1)`, values: [[mine, theirs]] }

  expect(owners((await db.acrossAccounts().query<Row>(both)).rows)).toEqual([
    table,
    expect.arrayContaining([mine, theirs]),
  ])
  expect(owners((await db.forAccount(mine).query<Row>(all)).rows)).toEqual([table, [mine]])
  expect(owners((await db.forAccount(mine).query<Row>({ ...both, values: [[theirs]] })).rows)).toEqual([table, []])
  expect(owners((await db.forAccount(crypto.randomUUID()).query<Row>(all)).rows)).toEqual([table, []])

  const undone = new Error('Undo what was tried.')
  const tried = db.forAccount(mine).transaction(async (q) => {
    const forged = { text: `update ${name} set account_id = $1`, values: [theirs] }
    await q.query({ text: 'savepoint before' })
    await expect(q.query(forged)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|23503)$/) })
    await q.query({ text: 'rollback to before' })
    const { rows } = await q.query<Row>({ text: `update ${name} set account_id = account_id returning account_id` })
    expect(owners(rows)).toEqual([table, [mine]])
    throw undone
  })
  await expect(tried).rejects.toBe(undone)

  // A connection that says nothing of an account, such as one of another program under the service's role.
  const silent = new pg.Client({ connectionString: serviceUrl })
  await silent.connect()
  try {
    expect((await silent.query(all.text)).rowCount).toBe(0)
  } finally {
    await silent.end()
  }
}
