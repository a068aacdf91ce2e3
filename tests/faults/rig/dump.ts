import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { queuedMessages, withAdmin } from './drain.ts'
import type { Rig } from './start-rig.ts'

/** The tables that tell what the system believes, as JSON lines, one file each. */
const tables: Record<string, string[]> = {
  intake: ['account', 'batch', 'quota_use', 'url_seen', 'outbox'],
  notifier: ['deliveries'],
  project: ['outbox'],
  report: ['report', 'outbox'],
}

export async function dump(rig: Rig, folder: string): Promise<void> {
  for (const [service, names] of Object.entries(tables)) {
    await withAdmin(rig.databaseUrls[service] ?? '', async (admin) => {
      for (const name of names) {
        const { rows } = await admin.query<{ line: string }>(`select to_jsonb(t)::text as line from ${name} t`)
        await writeFile(join(folder, `${service}.${name}.jsonl`), rows.map(({ line }) => `${line}\n`).join(''))
      }
    })
  }
  await writeFile(join(folder, 'queues.json'), JSON.stringify(await queuedMessages(rig)))
}
