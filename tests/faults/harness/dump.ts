import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { queuedMessages, withAdmin } from './drain.ts'
import type { Harness } from './start-harness.ts'

/** The tables and columns that the checker reads. */
const tables: Record<string, Record<string, string>> = {
  intake: {
    account: '*',
    batch: '*',
    duplicate_batch: '*',
    given_back: 'account_id, batch_id',
    quota_use: '*',
    url_seen: '*',
    outbox: '*',
  },
  notifier: { deliveries: 'batch_id, account_id, url, status, reason, not_checked', outbox: '*' },
  pages: { outbox: '*' },
  project: { outbox: '*' },
  report: { report: '*', outbox: '*' },
}
/** Rows in one fetch: a long run's table exceeds the maximum string length. */
const fetchSize = 10_000

/** Writes each table into the folder as a file of JSON lines. */
export async function dump(harness: Harness, folder: string): Promise<void> {
  for (const [service, names] of Object.entries(tables)) {
    await withAdmin(harness.databaseUrls[service] ?? '', async (admin) => {
      for (const [name, columns] of Object.entries(names)) {
        await writeRows(admin, `select ${columns} from ${name}`, join(folder, `${service}.${name}.jsonl`))
      }
    })
  }
  await writeFile(join(folder, 'queues.json'), JSON.stringify(await queuedMessages(harness)))
}

async function writeRows(admin: pg.Client, query: string, path: string): Promise<void> {
  await using file = await open(path, 'w')
  await admin.query('begin')
  await admin.query(`declare dumped cursor for select to_jsonb(t)::text as line from (${query}) t`)
  for (;;) {
    const { rows } = await admin.query<{ line: string }>(`fetch ${fetchSize} from dumped`)
    if (rows.length === 0) break
    await file.writeFile(rows.map(({ line }) => `${line}\n`).join(''))
  }
  await admin.query('commit')
}
