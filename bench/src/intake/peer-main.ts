import { createHookApp, type Enqueue } from './hook-app.ts'
import { byBullmq } from './peers/by-bullmq.ts'
import { byGraphileWorker } from './peers/by-graphile-worker.ts'
import { byPgBoss } from './peers/by-pg-boss.ts'

// One of the job queues behind the same webhook, or none: the ceiling.
const { PEER = '', TOKENS = '', PORT, DATABASE_URL = '', REDIS_URL = '' } = process.env
const peers: Record<string, () => Promise<Enqueue>> = {
  none:
    async () =>
    async ({ urls }) =>
      urls.map(() => true),
  'pg-boss': () => byPgBoss(DATABASE_URL),
  'graphile-worker': () => byGraphileWorker(DATABASE_URL),
  bullmq: () => byBullmq(REDIS_URL),
}
const start = peers[PEER]
if (start === undefined) throw new Error(`PEER is ${PEER}; there are ${Object.keys(peers).join(', ')}.`)

await createHookApp(TOKENS.split(','), await start()).listen({ port: Number(PORT), host: '127.0.0.1' })
