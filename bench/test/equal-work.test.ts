import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { testBroker } from '@pagebell/testing/test-broker'
import { testDatabase } from '@pagebell/testing/test-database'
import { testRun } from '@pagebell/testing/test-run'
import { connect } from 'amqplib'
import pg from 'pg'
import { checkStored, type Hook, newUrls } from '../src/intake/drive-hook.ts'
import { bullmqStore, intakeStore, messageStore, tableStore } from '../src/intake/stored-urls.ts'

/** The step that a webhook in a measurement skips. */
type Skipped = 'nothing' | 'storing' | 'dedupe' | 'accepting' | 'the status'

/** A webhook that stores what it accepts in memory. */
async function startHook(running: AsyncDisposableStack, skips: Skipped): Promise<Hook> {
  const known = new Set<string>()
  let [requests, stored] = [0, 0]
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { urls } = JSON.parse(Buffer.concat(chunks).toString()) as { urls: string[] }
    const fresh = skips === 'dedupe' ? urls : urls.filter((url) => !known.has(url))
    for (const url of fresh) known.add(url)
    requests += 1
    // Loses every other request.
    if (skips !== 'storing' || requests % 2 === 0) stored += fresh.length
    const accepted = skips === 'accepting' ? Math.min(fresh.length, 1) : fresh.length
    const body = JSON.stringify({ batch_id: null, accepted })
    reply.writeHead(skips === 'the status' ? 503 : 202, { 'content-length': body.length }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  running.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const store = { countUrls: async () => stored, checkDurable: async () => undefined }
  return { name: `skips ${skips}`, port: (server.address() as AddressInfo).port, tokens: ['token'], pids: {}, store }
}

/** Measures as the intake row does: a round, then a check of what is stored. */
async function measure(skips: Skipped): Promise<string> {
  await using running = new AsyncDisposableStack()
  const hook = await startHook(running, skips)
  const variant = newUrls(hook, { urls: 3, connections: 2, one: true })
  try {
    await variant.drive(20)
    await checkStored(hook, variant.accepted())
    return 'measured'
  } catch (error) {
    return (error as Error).message
  }
}

describe('a variant of the intake row', () => {
  it.each<[Skipped, RegExp]>([
    ['nothing', /^measured$/],
    ['storing', /^skips storing answered \d+ URLs as accepted and stored \d+\.$/],
    ['dedupe', /^skips dedupe accepts a URL and its duplicate 1,1 times\.$/],
    ['accepting', /^skips accepting has not accepted \d+ new URLs\.$/],
    ['the status', /^Unexpected response: HTTP\/1\.1 503/],
  ])('skipping %s ends with its outcome', async (skips, outcome) => {
    expect(await measure(skips)).toMatch(outcome)
  })
})

describe('a server less durable than its row claims', () => {
  it('is found by PostgreSQL’s settings', async () => {
    const database = await testDatabase('intake')
    const name = new URL(database.adminUrl).pathname.slice(1)
    await expect(tableStore(database.adminUrl, '').checkDurable()).resolves.toBeUndefined()
    await ask(database.adminUrl, `alter database ${pg.escapeIdentifier(name)} set synchronous_commit = off`)
    const refused = 'PostgreSQL runs with fsync=on synchronous_commit=off, not with fsync=on synchronous_commit=on.'
    await expect(tableStore(database.adminUrl, '').checkDurable()).rejects.toThrow(refused)
    await database.drop()
  })

  it('is found by Redis’ settings', async () => {
    const claims = ['always', 'everysec', 'no'].map((sync) => bullmqStore(testRun().redisUrl, sync).checkDurable())
    const refused = (await Promise.allSettled(claims)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    // A Redis can meet one of the claims at most.
    expect(refused.length).toBeGreaterThanOrEqual(2)
    for (const { message } of refused) expect(message).toMatch(/^Redis runs with .*, not with appendonly yes/)
  })

  it('is found by the kind of RabbitMQ’s queue', async () => {
    const broker = testBroker()
    const connection = await connect(broker.url)
    const channel = await connection.createChannel()
    const queue = `${broker.prefix}classic`
    await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'classic' } })
    await expect(messageStore(broker.url, queue).checkDurable()).rejects.toThrow('PRECONDITION_FAILED')
    await channel.deleteQueue(queue)
    await connection.close()
  })
})

it('refuses an intake whose counts differ', async () => {
  const [database, broker] = [await testDatabase('intake'), testBroker()]
  const connection = await connect(broker.url)
  const channel = await connection.createChannel()
  const queue = `${broker.prefix}messages`
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  const store = intakeStore(database.adminUrl, broker.url, [queue])
  expect(await store.countUrls()).toBe(0)
  await ask(
    database.adminUrl,
    `insert into url_seen values (gen_random_uuid(), decode(repeat('ab', 16), 'hex'), now(), gen_random_uuid())`,
  )
  await expect(store.countUrls()).rejects.toThrow("Intake's counts differ")
  await channel.deleteQueue(queue)
  await connection.close()
  await database.drop()
})

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}
