import { createHash } from 'node:crypto'
import { Queue } from 'bullmq'
import type { Enqueue } from '../hook-app.ts'

/** BullMQ: a job a URL, once in ten minutes by its deduplication. */
export async function byBullmq(redisUrl: string): Promise<Enqueue> {
  const { hostname, port, username, password } = new URL(redisUrl)
  const queue = new Queue('urls', { connection: { host: hostname, port: Number(port), username, password } })
  await queue.waitUntilReady()
  return async ({ id, urls }) => {
    const jobs = urls.map((url, place) => ({
      name: 'url',
      data: { batch_id: id, url },
      // For a duplicate, BullMQ returns the id of the earlier job.
      opts: { jobId: `${id}-${place}`, deduplication: { id: hashOf(url), ttl: 600_000 } },
    }))
    const stored = await queue.addBulk(jobs)
    return jobs.map((job, place) => stored[place]?.id === job.opts.jobId)
  }
}

/** A deduplication id must not contain a colon, and URLs do. */
const hashOf = (url: string): string => createHash('sha256').update(url).digest('base64url')
