import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '@pagebell/postgres/migrate'
import { workspace } from '@pagebell/start/service-list'
import pg from 'pg'

/** Reports in all, and the reports and projects of the account whose lists are read. */
export type Size = { name: string; reports: number; ofAccount: number; projects: number }

/** Creates and fills databases of the report and the project service. */
export async function fillLists(databaseUrl: string, size: Size) {
  const accountId = randomUUID()
  const reports = await make(databaseUrl, 'report', size)
  await withOwner(reports.ownerUrl, async (owner) => {
    const { rows: indexes } = await owner.query<{ name: string; definition: string }>(secondaryIndexes)
    await owner.query(indexes.map(({ name }) => `drop index ${name};`).join(''))
    // Without a write-ahead log, which takes a sixth of the time: the rows are read, and never recovered.
    await owner.query('alter table run set unlogged; alter table report set unlogged')
    // 30 other accounts share the rest equally.
    const others = Array.from({ length: 30 }, () => [randomUUID(), Math.ceil((size.reports - size.ofAccount) / 30)])
    const inserts = [[accountId, size.ofAccount], ...others].map((values) => ({ text: insertReports, values }))
    await byTwo(reports.ownerUrl, inserts)
    // Creating the indexes afterwards takes a fraction of the time.
    const definitions = indexes.map(({ definition }) => ({ text: definition }))
    await byTwo(reports.ownerUrl, definitions)
    await owner.query('vacuum analyze report')
  })
  const projects = await make(databaseUrl, 'project', size)
  await withOwner(projects.ownerUrl, async (owner) => {
    await owner.query(
      "insert into account (account_id, email, password_hash, plan) values ($1, 'bench@example.com', '', 'unlimited')",
      [accountId],
    )
    await owner.query(
      `insert into project (account_id, project_id, name, indexnow_key)
         select $1, gen_random_uuid(), 'site-' || n || '.example', md5(n::text) from generate_series(1, $2::int) n`,
      [accountId, size.projects],
    )
    await owner.query('vacuum analyze project')
  })
  return { accountId, reportUrl: reports.url, projectUrl: projects.url }
}

async function make(databaseUrl: string, service: string, size: Size) {
  const database = `bench_${service}_${size.reports}`
  const folder = join(workspace, 'services', service, 'migrations')
  await migrate({ adminUrl: databaseUrl, database, role: database, password: 'bench', folder })
  const owner = new URL(databaseUrl)
  owner.pathname = `/${database}`
  const url = Object.assign(new URL(owner), { username: database, password: 'bench' })
  return { ownerUrl: owner.href, url: url.href }
}

async function withOwner(url: string, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await work(owner)
  } finally {
    await owner.end()
  }
}

/** Runs the statements on two connections. */
async function byTwo(url: string, statements: { text: string; values?: unknown[] }[]): Promise<void> {
  const left = [...statements]
  const takeAll = async (owner: pg.Client): Promise<void> => {
    await owner.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0")
    for (let next = left.shift(); next !== undefined; next = left.shift()) await owner.query(next)
  }
  await Promise.all([withOwner(url, takeAll), withOwner(url, takeAll)])
}

/** Those that a search uses first, because they take longest. */
const secondaryIndexes = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
  where indrelid = 'report'::regclass and not indisprimary
  order by amname = 'gin' desc`

/** A hundred projects an account, a third unrated, three reports a millisecond. */
const insertReports = `
  insert into report (account_id, id, run_id, project_id, project, url, privacy, status, done_run_id, result, score,
    ruleset, analyzed_at)
  select $1::uuid, id, id, md5(n % 100 || '')::uuid, 'site-' || n % 100 || '.example',
    'https://site-' || n % 100 || '.example/' || substr(digits, 1, 8) || '/Page-' || n, 0,
    case when n % 3 = 0 then 'queued' else 'done' end,
    case when n % 3 > 0 then id end,
    case when n % 3 > 0 then (array['bad', 'decent', 'good'])[1 + n % 7 % 3] end,
    case when n % 3 > 0 then n % 101 end, '1', now()
  from generate_series(1, $2::int) as n, md5(n || $1::uuid::text) as digits, lateral (
    select (lpad(to_hex(1763700000000 + n / 3), 12, '0') || '7' || substr(digits, 1, 3) || '8' || substr(digits, 4, 15))::uuid
  ) as made (id)`
