import { readdir } from 'node:fs/promises'
import { connectToAny } from '@pagebell/broker/connect-to-any'
import { exchangeName } from '@pagebell/broker/topology'
import { forKeys } from '@pagebell/redis/for-keys'
import pg from 'pg'
import { findProcesses } from './find-processes.ts'
import { notedPrefixes, temporaryFolder, testRun } from './test-run.ts'

/**
 * What the tests of this run have left in the servers and on this machine, in words; nothing if each took away what it
 * had made. The run's own templates do not count.
 */
export async function findLeftBehind(): Promise<string[]> {
  const { id, databaseUrl, redisUrl, amqpUrl } = testRun()
  const found = await Promise.all([
    findDatabases(databaseUrl, id),
    findKeys(redisUrl, id),
    findExchanges(amqpUrl, await notedPrefixes(id)),
    findProcesses(id).then((all) => all.map(({ pid, commandLine }) => `${pid}: ${commandLine}`)),
    readdir(temporaryFolder(id)),
  ])
  const kinds = ['database or role', 'Redis key', 'exchange with its queues', 'process', 'temporary folder']
  return found.flatMap((names, index) => names.map((name) => `${kinds[index]} ${name}`))
}

async function findDatabases(url: string, id: string): Promise<string[]> {
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await admin.connect()
  try {
    const { rows } = await admin.query<{ name: string }>(
      `select datname as name from pg_database where datname like $1 and not datistemplate
       union select rolname from pg_roles where rolname like $1
         and not exists (select from pg_database where datname = rolname and datistemplate)`,
      [`%${id}%`],
    )
    return rows.map(({ name }) => name)
  } finally {
    await admin.end()
  }
}

async function findKeys(url: string, id: string): Promise<string[]> {
  const found: string[] = []
  await forKeys(url, `*${id}*`, (_redis, keys) => found.push(...keys))
  return found
}

/** An exchange is declared before its queues and deleted after them, so checking the exchange is enough. */
async function findExchanges(url: string, prefixes: string[]): Promise<string[]> {
  const connection = await connectToAny(url, 'pagebell-tests')
  const found: string[] = []
  try {
    for (const prefix of prefixes) {
      // Checking a missing exchange closes the channel.
      const channel = await connection.createChannel()
      channel.on('error', ignoreSinceCheckRejects)
      try {
        await channel.checkExchange(exchangeName(prefix))
        found.push(exchangeName(prefix))
        await channel.close()
      } catch (error) {
        if ((error as { code?: number }).code !== 404) throw error
      }
    }
  } finally {
    await connection.close()
  }
  return found
}

function ignoreSinceCheckRejects(): void {}
