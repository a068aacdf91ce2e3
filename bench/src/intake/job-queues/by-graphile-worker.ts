import { makeWorkerUtils } from 'graphile-worker'
import type { Enqueue } from '../hook-app.ts'

/** graphile-worker: a job a URL, which replaces the one of the same `jobKey` that still waits. */
export async function byGraphileWorker(databaseUrl: string): Promise<Enqueue> {
  const utils = await makeWorkerUtils({ connectionString: databaseUrl, maxPoolSize: 10 })
  await utils.migrate()
  return async ({ id, urls }) => {
    const specs = urls.map((url) => ({ identifier: 'url', payload: { batch_id: id, url }, jobKey: url }))
    const fresh = new Set((await utils.addJobs(specs)).filter((job) => job.revision === 0).map((job) => job.key))
    return urls.map((url) => fresh.has(url))
  }
}
