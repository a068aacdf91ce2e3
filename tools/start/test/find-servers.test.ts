import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { findServers } from '../src/find-servers.ts'
import { freePort } from '../src/free-port.ts'
import { probePostgres } from '../src/probe-postgres.ts'
import { probeRabbitmq } from '../src/probe-rabbitmq.ts'
import { probeRedis } from '../src/probe-redis.ts'
import { readCommandLine } from '../src/read-command-line.ts'
import { runProcess } from '../src/run-process.ts'
import { waitUntil } from '../src/wait-until.ts'

const noLog = (): void => undefined
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pagebell-servers-'))
  // PostgreSQL's user has to reach it when the tests run as root.
  await chmod(dataDir, 0o755)
})

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** The process that listens at a private server's address. */
async function pidOf(url: string): Promise<number> {
  const found = await promisify(execFile)('ps', ['-eo', 'pid=,args='])
  const line = found.stdout
    .split('\n')
    .find((text) => text.includes('redis-server') && text.includes(new URL(url).host))
  return Number(line?.trim().split(' ')[0])
}

describe('finding the servers', () => {
  it('starts private ones, keeps their data, and stops them', async () => {
    const first = await findServers({ dataDir, privateOnly: true, log: noLog })
    const client = new pg.Client({ connectionString: first.databaseUrl })
    await client.connect()
    await client.query('create table kept as select 42 as answer')
    const open = await client.query(`select has_database_privilege('public', 'template1', 'connect') as to_all`)
    expect(open.rows).toEqual([{ to_all: false }])
    await client.end()
    expect(await probeRedis(first.redisUrl)).toBe(true)
    expect(await probeRabbitmq(first.amqpUrl)).toBe(true)
    // Another user of this machine reaches the ports, and tries the documented default passwords.
    const { port: redisPort } = new URL(first.redisUrl)
    const { port: rabbitmqPort } = new URL(first.amqpUrl)
    await expect(probeRedis(`redis://127.0.0.1:${redisPort}`)).rejects.toThrow('refuses the user or password')
    await expect(probeRabbitmq(`amqp://guest:guest@127.0.0.1:${rabbitmqPort}`)).rejects.toThrow(
      'refuses the user or password',
    )
    await first.stop()
    expect(await probePostgres(first.databaseUrl)).toBe(false)
    expect(await probeRedis(first.redisUrl)).toBe(false)
    expect(await probeRabbitmq(first.amqpUrl)).toBe(false)

    const second = await findServers({ dataDir, privateOnly: true, log: noLog })
    const again = new pg.Client({ connectionString: second.databaseUrl })
    await again.connect()
    expect((await again.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
    await again.end()
    await second.stop()
  })

  it('restarts private servers that end, at the same address with their data, and logs it', async () => {
    const lines: string[] = []
    const servers = await findServers({
      dataDir,
      privateOnly: true,
      log: (line) => lines.push(stripVTControlCharacters(line)),
    })
    try {
      expect(await query(servers.databaseUrl, 'create table crashed as select 43 as answer')).toEqual([])
      const notes = JSON.parse(await readFile(join(dataDir, 'servers/processes.json'), 'utf8')) as {
        started: { pid: number }[]
      }
      for (const { pid } of notes.started) process.kill(-pid, 'SIGKILL')
      for (const name of ['PostgreSQL', 'Redis', 'RabbitMQ']) {
        const logged = (text: string) => lines.some((line) => line.startsWith(name) && line.includes(text))
        await waitUntil(() => logged('responds again'), {
          timeoutMs: 200_000,
          failure: () => new Error(lines.join('\n')),
        })
        expect([name, logged('ended with SIGKILL')]).toEqual([name, true])
      }
      expect(await query(servers.databaseUrl, 'select answer from crashed')).toEqual([{ answer: 43 }])
      expect(await probeRedis(servers.redisUrl)).toBe(true)
      expect(await probeRabbitmq(servers.amqpUrl)).toBe(true)
    } finally {
      await servers.stop()
    }
    expect(await probePostgres(servers.databaseUrl)).toBe(false)
    expect(await probeRedis(servers.redisUrl)).toBe(false)
    expect(await probeRabbitmq(servers.amqpUrl)).toBe(false)
  }, 300_000)

  it('ends what a killed start left running, and starts again', async () => {
    const program = fileURLToPath(new URL('hold-servers.ts', import.meta.url))
    const killed = await runProcess(process.execPath, [program, dataDir])
    await waitUntil(() => killed.lastLines().some((line) => line.startsWith('redis://')) || killed.hasEnded(), {
      timeoutMs: 45_000,
      failure: () => new Error(killed.lastLines().join('\n')),
    })
    const orphan = await pidOf(killed.lastLines().find((line) => line.startsWith('redis://')) ?? '')
    process.kill(killed.pid, 'SIGKILL')
    await killed.ended
    expect(await readCommandLine(orphan)).toContain('redis-server')

    const servers = await findServers({ dataDir, privateOnly: true, log: noLog })
    expect(await readCommandLine(orphan)).toBeUndefined()
    expect(await probePostgres(servers.databaseUrl)).toBe(true)
    await servers.stop()
  })

  it('uses the servers that the environment sets', async () => {
    const env = {
      DATABASE_URL: process.env['TEST_DATABASE_URL'],
      REDIS_URL: process.env['TEST_REDIS_URL'],
      AMQP_URL: process.env['TEST_AMQP_URL'],
    }
    const servers = await findServers({ dataDir, env, log: noLog })
    expect(servers).toMatchObject({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, amqpUrl: env.AMQP_URL })
    await servers.stop()
  })

  it('names the variable of a server that does not respond, in one line', async () => {
    const env = { REDIS_URL: `redis://:secret@127.0.0.1:${await freePort()}` }
    await expect(findServers({ dataDir, env, log: noLog })).rejects.toThrow(
      /^No Redis answers at REDIS_URL \(127[^\n]*\)\.$/,
    )
  })
})

describe('a server that cannot be used', () => {
  it('counts as away while it accepts connections and says nothing, so that a start waits for it', async () => {
    await using stalled = await speak(() => '')
    const address = `127.0.0.1:${stalled.port}`
    const answers = await Promise.all([
      probePostgres(`postgres://postgres:secret@${address}/postgres`),
      probeRedis(`redis://${address}`),
      probeRabbitmq(`amqp://guest:guest@${address}`),
    ])
    expect(answers).toEqual([false, false, false])
  }, 30_000)

  it('is named when it is too old: Redis', async () => {
    await using old = await speak((text) => (/info/i.test(text) ? bulk('redis_version:6.2.14\r\n') : '+OK\r\n'))
    await expect(probeRedis(`redis://127.0.0.1:${old.port}`)).rejects.toThrow(
      'version 6.2; Pagebell needs 7.0 or newer',
    )
  })

  it('is named when it refuses the password, without the password: Redis', async () => {
    await using strict = await speak(() => '-WRONGPASS invalid username-password pair or user is disabled.\r\n')
    const refusal = probeRedis(`redis://:hunter2@127.0.0.1:${strict.port}`)
    await expect(refusal).rejects.toThrow('Redis refuses the user or password')
    await expect(refusal).rejects.not.toThrow('hunter2')
  })

  it('is named when it refuses the password: RabbitMQ', async () => {
    const url = new URL(process.env['TEST_AMQP_URL'] ?? '')
    url.password = 'wrong'
    const named = `RabbitMQ refuses the user or password of amqp://${url.username}:***@`
    await expect(probeRabbitmq(url.href)).rejects.toThrow(named)
  })

  it('is named when it refuses the password: PostgreSQL', async () => {
    await using strict = await speak(() => postgresError('28P01', 'password authentication failed for user "postgres"'))
    const refusal = probePostgres(`postgres://postgres:hunter2@127.0.0.1:${strict.port}/postgres`)
    await expect(refusal).rejects.toThrow('PostgreSQL refuses the user or password of postgres://postgres:***@')
  })
})

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`

function postgresError(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** A fake server, to imitate old or strict ones: answers each packet with `answer` of it. */
async function speak(answer: (text: string) => string | Buffer): Promise<AsyncDisposable & { port: number }> {
  const server = createServer((socket) => {
    socket.on('data', (data) => {
      for (const command of data.toString('latin1').split(/(?=\*\d)/)) socket.write(answer(command))
    })
    // The client may close the connection before it has read everything.
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
