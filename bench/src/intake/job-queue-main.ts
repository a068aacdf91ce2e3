import { createHookApp, type Enqueue } from './hook-app.ts'
import { byBullmq } from './job-queues/by-bullmq.ts'
import { byGraphileWorker } from './job-queues/by-graphile-worker.ts'
import { byPgBoss } from './job-queues/by-pg-boss.ts'

// The same webhook on one of the job queues, or on none: the ceiling.
const { PEER = '', TOKENS = '', PORT, DATABASE_URL = '', REDIS_URL = '' } = process.env
const queues: Record<string, () => Promise<Enqueue>> = {
  none:
    async () =>
    async ({ urls }) =>
      urls.map(() => true),
  'pg-boss': () => byPgBoss(DATABASE_URL),
  'graphile-worker': () => byGraphileWorker(DATABASE_URL),
  bullmq: () => byBullmq(REDIS_URL),
}
const start = queues[PEER]
if (start === undefined) throw new Error(`PEER is ${PEER}; there are ${Object.keys(queues).join(', ')}.`)

await createHookApp(TOKENS.split(','), await start()).listen({ port: Number(PORT), host: '127.0.0.1' })
