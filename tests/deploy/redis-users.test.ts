import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { redisConfiguration } from '@pagebell/deploy/secrets/redis-users'
import { findProgram } from '@pagebell/start/find-program'
import { freePort } from '@pagebell/start/free-port'
import { runProcess } from '@pagebell/start/run-process'
import { until } from '@pagebell/testing/until'
import { Redis } from 'ioredis'

type Keeping = 'sessions' | 'dedupe'
const users = { sessions: ['intake', 'panel'], dedupe: ['intake'] }
const passwordOf = (user: string) => `${user}'s own`

let folder: string
const running: AsyncDisposableStack = new AsyncDisposableStack()
const clients = new Map<string, Redis>()

/** Redis as an installation configures it, but with maxmemory 4 MB. */
async function start(keeping: Keeping): Promise<void> {
  const passwords = Object.fromEntries(users[keeping].map((user) => [user, passwordOf(user)]))
  const text = redisConfiguration(passwords, keeping)
  expect(text).toContain('\nmaxmemory 400mb\n')
  const port = await freePort()
  const small = text.replace('dir /data', `dir ${folder}\nport ${port}\nbind 127.0.0.1`).replace('400mb', '4mb')
  const file = join(folder, `${keeping}.conf`)
  await writeFile(file, small)
  const program = await findProgram('redis-server')
  if (program === undefined) throw new Error('This test needs Redis installed on this machine.')
  const server = await runProcess(program, [file], { cwd: folder })
  running.defer(() => server.stop(4_000))
  for (const username of users[keeping]) {
    const client = new Redis({ host: '127.0.0.1', port, username, password: passwordOf(username), lazyConnect: true })
    running.defer(() => client.disconnect())
    client.on('error', () => undefined)
    clients.set(`${keeping} ${username}`, client)
    await until('Redis answers', () => client.ping())
  }
}

const client = (name: string): Redis => {
  const found = clients.get(name)
  if (found === undefined) throw new Error(`${name} is not connected.`)
  return found
}

/** Writes 8 MB, twice the capacity; returns the first error. */
async function fill(redis: Redis, prefix: string): Promise<string | undefined> {
  for (let n = 0; n < 8_000; n += 500) {
    const batch = redis.pipeline()
    for (let key = n; key < n + 500; key++) batch.set(`${prefix}${key}`, 'x'.repeat(1_000))
    const failed = (await batch.exec())?.find(([error]) => error !== null)?.[0]
    if (failed) return failed.message
  }
  return undefined
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-redis-users-'))
  await start('sessions')
  await start('dedupe')
})

afterAll(async () => {
  await running.disposeAsync()
  await rm(folder, { recursive: true, force: true })
})

it('evicts the oldest dedupe entries when it is full', async () => {
  const redis = client('dedupe intake')
  expect(await fill(redis, 'intake:')).toBeUndefined()
  expect(await redis.get('intake:7999')).toHaveLength(1_000)
  expect(await redis.dbsize()).toBeLessThan(8_000)
})

it('keeps all sessions when it is full: it refuses writes, and keeps running', async () => {
  const redis = client('sessions panel')
  await redis.set('panel:session', 'signed in')
  expect(await fill(client('sessions intake'), 'intake:')).toMatch(/^OOM/)
  expect(await redis.get('panel:session')).toBe('signed in')
})

it('gives a service access only to keys with its own prefix', async () => {
  await expect(client('sessions intake').get('panel:session')).rejects.toThrow(/NOPERM/)
  await expect(client('dedupe intake').flushall()).rejects.toThrow(/NOPERM/)
})
