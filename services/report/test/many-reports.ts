import pg from 'pg'

/** Accounts of very different size, as they are in life; the plans must suit each of them. */
export const accounts = [
  { id: '00000000-0000-4000-8000-00000000000a', reports: 150_000 },
  { id: '00000000-0000-4000-8000-00000000000b', reports: 40_000 },
  { id: '00000000-0000-4000-8000-00000000000c', reports: 9_900 },
  { id: '00000000-0000-4000-8000-00000000000d', reports: 100 },
]

/**
 * Fills a database with 200,000 reports: twenty projects an account, a third unrated, three reports a millisecond. The
 * indexes for lists are dropped before and created again afterwards, which takes a fraction of the time.
 */
export async function fillWithReports(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    const { rows } = await admin.query<{ name: string; definition: string }>(listIndexes)
    for (const { name } of rows) await admin.query(`drop index ${name}`)
    for (const { id, reports } of accounts) await admin.query(insertReports, [id, reports])
    for (const { definition } of rows) await admin.query(definition)
    await admin.query('vacuum analyze report')
  } finally {
    await admin.end()
  }
}

const listIndexes = `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
  from pg_index where indrelid = 'report'::regclass and not indisprimary`

const insertReports = `
  insert into report (account_id, id, run_id, project_id, project, url, privacy, status, done_run_id, result, score,
    ruleset, analyzed_at)
  select $1::uuid, id, id, md5(n % 20 || '')::uuid, 'site-' || n % 20 || '.example',
    'https://site-' || n % 20 || '.example/' || substr(digits, 1, 8) || '/Page-' || n, 0,
    case when n % 3 = 0 then 'queued' else 'done' end,
    case when n % 3 > 0 then id end,
    case when n % 3 > 0 then (array['bad', 'decent', 'good'])[1 + n % 7 % 3] end,
    case when n % 3 > 0 then n % 101 end, '1', now()
  from generate_series(1, $2::int) as n, md5(n || $1::uuid::text) as digits, lateral (
    select (lpad(to_hex(1763700000000 + n / 3), 12, '0') || '7' || substr(digits, 1, 3) || '8' || substr(digits, 4, 15))::uuid
  ) as made (id)`
