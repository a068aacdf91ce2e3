import { createServer } from 'node:http'
import { connect } from 'amqplib'
import pg from 'pg'

// A minimal notifier: consume, send to the engine, log, ack. No retries, no batching, no fairness.
const { AMQP_URL = '', QUEUE = '', DATABASE_URL, ENGINE_URL = '', PORT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
await pool.query(
  'create table if not exists delivery_log (batch_id uuid, url text, status integer, at timestamptz default now(), primary key (batch_id, url))',
)
const channel = await (await connect(AMQP_URL)).createChannel()
await channel.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
await channel.prefetch(10)

type Batch = { batch_id: string; project: string; urls: string[] }

await channel.consume(QUEUE, async (message) => {
  if (message === null) throw new Error('The queue was deleted.')
  const { batch_id, project, urls } = JSON.parse(message.content.toString()) as Batch
  const response = await fetch(ENGINE_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ host: project, key: 'a1b2c3d4', urlList: urls }),
  })
  await response.arrayBuffer()
  await pool.query({
    name: 'log',
    text: 'insert into delivery_log (batch_id, url, status) select $1, url, $2 from unnest($3::text[]) url',
    values: [batch_id, response.status, urls],
  })
  channel.ack(message)
})
createServer((_request, reply) => reply.end()).listen(Number(PORT), '127.0.0.1')
