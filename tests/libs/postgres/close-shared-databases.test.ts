import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { closeSharedDatabases } from '@pagebell/postgres/close-shared-databases'
import type { PrivateServer } from '@pagebell/start/private-server'
import { startPostgres } from '@pagebell/start/start-postgres'
import pg from 'pg'

// A private server: the test revokes privileges of every role of the server.
let folder: string
let server: PrivateServer | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-shared-'))
  await chmod(folder, 0o755)
  server = await startPostgres(folder)
  if (server === undefined) throw new Error('This test needs PostgreSQL installed on this machine.')
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

function urlOf(database: string, user?: string): string {
  const url = new URL(server?.url ?? '')
  url.pathname = `/${database}`
  if (user !== undefined) {
    url.username = user
    url.password = user
  }
  return url.href
}

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

describe('databases that belong to no service', () => {
  it('are closed to every role without an explicit grant', async () => {
    const admin = urlOf('postgres')
    for (const role of ['service', 'guest']) await ask(admin, `create role ${role} login password '${role}'`)
    await ask(admin, 'grant connect on database postgres to guest')
    await ask(urlOf('postgres', 'service'), 'select lo_create(0)')

    await closeSharedDatabases(admin)
    await closeSharedDatabases(admin)
    for (const database of ['postgres', 'template1'])
      await expect(ask(urlOf(database, 'service'), 'select 1')).rejects.toMatchObject({ code: '42501' })
    await ask(urlOf('postgres', 'guest'), 'select 1')
    await expect(ask(urlOf('postgres', 'guest'), 'create temporary table t (id int)')).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('are left unchanged by an administrator who does not own them', async () => {
    const admin = urlOf('postgres')
    await ask(admin, 'grant connect on database postgres to public')
    await ask(admin, `create role manager login createdb createrole password 'manager'`)
    await closeSharedDatabases(urlOf('postgres', 'manager'))
    await ask(urlOf('postgres', 'service'), 'select 1')
  })
})
