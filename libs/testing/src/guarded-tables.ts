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
 * Statements without an account condition touch the first account's rows of the table, where both accounts have some,
 * and cannot make a row for the second.
 */
export async function expectGuarded(
  db: Database,
  serviceUrl: string,
  table: string,
  [first, second]: readonly [first: string, second: string],
): Promise<void> {
  const name = pg.escapeIdentifier(table)
  const owners = (rows: Row[]) => [table, [...new Set(rows.map(({ account_id }) => account_id))]]
  const all = { text: `select account_id from ${name}` }
  const both = { text: `${all.text} where account_id = any($1)`, values: [[first, second]] }

  expect(owners((await db.acrossAccounts().query<Row>(both)).rows)).toEqual([
    table,
    expect.arrayContaining([first, second]),
  ])
  expect(owners((await db.forAccount(first).query<Row>(all)).rows)).toEqual([table, [first]])
  expect(owners((await db.forAccount(first).query<Row>({ ...both, values: [[second]] })).rows)).toEqual([table, []])
  expect(owners((await db.forAccount(crypto.randomUUID()).query<Row>(all)).rows)).toEqual([table, []])

  const undone = new Error('Undo what was tried.')
  const tried = db.forAccount(first).transaction(async (q) => {
    const forged = { text: `update ${name} set account_id = $1`, values: [second] }
    await q.query({ text: 'savepoint before' })
    await expect(q.query(forged)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|23503)$/) })
    await q.query({ text: 'rollback to before' })
    const { rows } = await q.query<Row>({ text: `update ${name} set account_id = account_id returning account_id` })
    expect(owners(rows)).toEqual([table, [first]])
    throw undone
  })
  await expect(tried).rejects.toBe(undone)

  // A connection that sets no tenant, such as another program's under the service's role.
  const withoutTenant = new pg.Client({ connectionString: serviceUrl })
  await withoutTenant.connect()
  try {
    expect((await withoutTenant.query(all.text)).rowCount).toBe(0)
  } finally {
    await withoutTenant.end()
  }
}
