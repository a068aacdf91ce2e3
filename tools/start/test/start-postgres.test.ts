import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import pg from 'pg'
import { freePort } from '../src/free-port.ts'
import { startPostgres } from '../src/start-postgres.ts'
import { waitUntil } from '../src/wait-until.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pagebell-postgres-'))
  // PostgreSQL's user has to reach it when the tests run as root.
  await chmod(dataDir, 0o755)
})

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

it('waits for what a killed one left running', async () => {
  const port = await freePort()
  const killed = await startPostgres(dataDir, port)
  if (killed === undefined) throw new Error('This test needs PostgreSQL installed on this machine.')
  const [busy, observer] = await Promise.all([connect(killed.url), connect(killed.url)])
  // A backend that computes does not notice that its postmaster has ended.
  const computing = Promise.allSettled([
    busy.query(`do $$ begin while clock_timestamp() < now() + interval '3 seconds' loop end loop; end $$`),
  ])
  await waitUntil(
    async () => {
      const { rows } = await observer.query(`select from pg_stat_activity where state = 'active' and query like 'do %'`)
      return rows.length === 1
    },
    { timeoutMs: 10_000, failure: () => new Error('The query did not start.') },
  )
  process.kill(killed.processes[0]?.pid ?? 0, 'SIGKILL')
  await killed.ended

  const started = await startPostgres(dataDir, port)
  const client = await connect(started?.url ?? '')
  expect((await client.query('select 1 as answer')).rows).toEqual([{ answer: 1 }])
  await client.end()
  await started?.stop()
  await computing
}, 60_000)

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // Its server is killed.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
