import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { migrate } from '@pagebell/postgres/migrate'
import { servicesWithDatabase, workspace } from '@pagebell/start/service-list'
import { newPrefix, testRun } from '@pagebell/testing/test-run'
import pg from 'pg'

const { databaseUrl } = testRun()
const prefix = newPrefix()
const nameOf = (service: string): string => `${prefix}pagebell_${service}`
let folder: string
let backup: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-backup-'))
  for (const service of servicesWithDatabase) {
    const name = nameOf(service)
    const migrations = join(workspace, 'services', service, 'migrations')
    await migrate({ adminUrl: databaseUrl, database: name, role: name, password: 'kept', folder: migrations })
    await query(service, 'create table public.marked as select $1::text as word', [`${service} as it was`])
  }
}, 120_000)

afterAll(async () => {
  await rm(folder, { recursive: true })
  await withClient(databaseUrl, async (admin) => {
    for (const service of servicesWithDatabase) {
      const name = pg.escapeIdentifier(nameOf(service))
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.query(`drop role if exists ${name}`)
    }
  })
})

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function query(service: string, text: string, values: unknown[] = []): Promise<{ word: string }[]> {
  const url = new URL(databaseUrl)
  url.pathname = `/${nameOf(service)}`
  return withClient(url.href, async (client) => (await client.query<{ word: string }>(text, values)).rows)
}

const run = (program: string, ...args: string[]) => runWith({ PAGEBELL_PREFIX: prefix }, program, ...args)

function runWith(variables: NodeJS.ProcessEnv, program: string, ...args: string[]): Promise<{ stdout: string }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, ...variables }
  return promisify(execFile)(process.execPath, [`tools/deploy/src/backup/${program}-main.ts`, ...args], {
    cwd: workspace,
    env,
  })
}

async function databasesIn(folder: string): Promise<{ name: string; file: string }[]> {
  const index = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')) as {
    databases: { name: string; file: string }[]
  }
  return index.databases
}

it('restores every database with the privileges of its role', async () => {
  backup = (await run('backup', '--to', folder)).stdout.trim()
  for (const service of servicesWithDatabase) await query(service, `update marked set word = 'changed since'`)

  await run('restore', '--from', backup, '--replace')

  for (const service of servicesWithDatabase) {
    expect(await query(service, 'select word from marked')).toEqual([{ word: `${service} as it was` }])
  }
  const intakeUrl = new URL(databaseUrl)
  intakeUrl.pathname = `/${nameOf('intake')}`
  intakeUrl.username = nameOf('intake')
  intakeUrl.password = 'kept'
  await withClient(intakeUrl.href, async (intake) => {
    expect((await intake.query('select from url_seen')).rowCount).toBe(0)
    await expect(intake.query('create table mine (id int)')).rejects.toThrow('permission denied')
    await expect(intake.query('delete from migrations.applied')).rejects.toThrow('permission denied')
  })
}, 120_000)

it('dumps the databases of the prefix that npm start has stored, unless the variable says another', async () => {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify({ prefix }))
  const { stdout } = await runWith({ PAGEBELL_DATA: dataDir }, 'backup', '--to', folder)
  const names = (await databasesIn(stdout.trim())).map(({ name }) => name)
  expect(names.toSorted()).toEqual(servicesWithDatabase.map(nameOf).toSorted())

  const another = { PAGEBELL_DATA: dataDir, PAGEBELL_PREFIX: `${prefix}no_` }
  await expect(runWith(another, 'backup', '--to', folder)).rejects.toThrow(`pg_dump of ${prefix}no_pagebell_project`)
}, 120_000)

it('overwrites nothing without --replace', async () => {
  await expect(run('restore', '--from', backup)).rejects.toThrow('with --replace what they hold now is lost')
})

it('refuses a damaged backup before it changes anything', async () => {
  const last = (await databasesIn(backup)).at(-1)?.file ?? ''
  await writeFile(join(backup, last), 'something else')
  await query('project', `update marked set word = 'still here'`)
  await expect(run('restore', '--from', backup, '--replace')).rejects.toThrow(`${last} is not what was written`)
  expect(await query('project', 'select word from marked')).toEqual([{ word: 'still here' }])
})
