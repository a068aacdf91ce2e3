import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import type { Enqueue } from '../hook-app.ts'

/** pg-boss: a job a URL, once in ten minutes by `singletonKey`. */
export async function byPgBoss(databaseUrl: string): Promise<Enqueue> {
  // Without maintenance, which only costs CPU here.
  const boss = new PgBoss({ connectionString: databaseUrl, max: 10, supervise: false, schedule: false })
  boss.on('error', (error) => process.stderr.write(`${error.stack}\n`))
  await boss.start()
  await boss.createQueue('urls')
  return async ({ id, urls }) => {
    const jobs = urls.map((url) => ({
      id: randomUUID(),
      data: { batch_id: id, url },
      singletonKey: url,
      singletonSeconds: 600,
    }))
    const stored = new Set(await boss.insert('urls', jobs, { returnId: true }))
    return jobs.map((job) => stored.has(job.id))
  }
}
