import { type Channel, type ConsumeMessage, connect } from 'amqplib'
import { Redis } from 'ioredis'
import pg from 'pg'

/** `checkDurable` throws if the server is less durable than the variant's row claims. */
export type Store = { countUrls: () => Promise<number>; checkDurable: () => Promise<void> }

/** Counts intake's URLs: dedupe window, quota, batches and messages have to agree. NaN until the outbox is empty. */
export function intakeStore(adminUrl: string, amqpUrl: string, queues: string[]): Store {
  // By batch: one whose confirm took longer than two seconds was published again.
  const published = new Map<string, number>()
  return {
    async countUrls() {
      const { rows } = await query<Record<string, string>>(
        adminUrl,
        `select (select count(*) from url_seen) as deduped,
           (select coalesce(sum(used), 0) from quota_use where length(period) = 7) as charged,
           (select coalesce(sum(cardinality(urls)), 0) from batch) as batches,
           (select count(*) from outbox) as waiting`,
      )
      const { deduped, charged, batches, waiting } = rows[0] ?? {}
      if (waiting !== '0') return Number.NaN
      if (deduped !== charged || deduped !== batches)
        throw new Error(`Intake's counts differ: ${JSON.stringify(rows[0])}`)
      for (const queue of queues) {
        await drain(amqpUrl, queue, (message) => {
          const body = JSON.parse(message.content.toString()) as Batch | { batches: Batch[] }
          for (const { batch_id, urls } of 'batches' in body ? body.batches : [body])
            published.set(batch_id, urls.length)
        })
      }
      return sum(published) === Number(deduped) ? Number(deduped) : Number.NaN
    },
    checkDurable: () => checkPostgres(adminUrl),
  }
}

type Batch = { batch_id: string; urls: string[] }

/** Counts the jobs of a queue in PostgreSQL. */
export function tableStore(adminUrl: string, count: string): Store {
  return {
    countUrls: async () => Number((await query<{ count: string }>(adminUrl, count)).rows[0]?.count),
    checkDurable: () => checkPostgres(adminUrl),
  }
}

/** Counts the jobs of BullMQ, in a separate Redis. */
export function bullmqStore(redisUrl: string, appendfsync: string): Store {
  return {
    countUrls: () => withRedis(redisUrl, (redis) => redis.llen('bull:urls:wait')),
    checkDurable: () => checkRedis(redisUrl, appendfsync),
  }
}

/** Consumes the messages of a queue and counts their URLs. */
export function messageStore(amqpUrl: string, queue: string): Store {
  // A message is redelivered if the connection closes before its ack arrives.
  const counted = new Map<string, number>()
  return {
    async countUrls() {
      await drain(amqpUrl, queue, (message) => {
        const { urls } = JSON.parse(message.content.toString()) as { urls: string[] }
        counted.set(message.properties.messageId as string, urls.length)
      })
      return sum(counted)
    },
    // RabbitMQ refuses to declare an existing queue with another type.
    checkDurable: () =>
      withChannel(amqpUrl, async (channel) => {
        await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
      }),
  }
}

/** Consumes the messages that a queue has. */
async function drain(amqpUrl: string, queue: string, onMessage: (message: ConsumeMessage) => void): Promise<void> {
  await withChannel(amqpUrl, async (channel) => {
    await channel.prefetch(2_000)
    const drained = Promise.withResolvers<void>()
    // The reported queue length may be seconds old, so a second without a message ends the count.
    const idleTimer = setTimeout(drained.resolve, 1_000)
    await channel.consume(queue, (message) => {
      if (message === null) return drained.reject(new Error(`${queue} was deleted.`))
      onMessage(message)
      channel.ack(message)
      idleTimer.refresh()
    })
    await drained.promise
  })
}

const sum = (counts: Map<string, number>): number => counts.values().reduce((total, count) => total + count, 0)

async function withChannel<T>(amqpUrl: string, work: (channel: Channel) => Promise<T>): Promise<T> {
  const connection = await connect(amqpUrl)
  try {
    const channel = await connection.createChannel()
    // A channel that RabbitMQ closes also emits an event; the rejection of the refused call is enough.
    channel.on('error', () => undefined)
    const result = await work(channel)
    await channel.close()
    return result
  } finally {
    await connection.close()
  }
}

async function checkPostgres(adminUrl: string): Promise<void> {
  const { rows } = await query<{ settings: string }>(
    adminUrl,
    "select string_agg(name || '=' || setting, ' ' order by name) as settings from pg_settings where name in ('fsync', 'synchronous_commit')",
  )
  expect('PostgreSQL', rows[0]?.settings, 'fsync=on synchronous_commit=on')
}

async function checkRedis(url: string, appendfsync: string): Promise<void> {
  const settings = await withRedis(url, async (redis) =>
    [await redis.config('GET', 'appendonly'), await redis.config('GET', 'appendfsync')].flat().join(' '),
  )
  expect('Redis', settings, `appendonly yes appendfsync ${appendfsync}`)
}

function expect(server: string, found: string | undefined, expected: string): void {
  if (found !== expected) throw new Error(`${server} runs with ${found}, not with ${expected}.`)
}

async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<Row>(text)
  } finally {
    await client.end()
  }
}
