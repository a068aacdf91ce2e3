import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { migrate } from '@pagebell/postgres/migrate'
import { requireMigrations } from '@pagebell/postgres/require-migrations'
import { createLog } from '@pagebell/runtime/log'
import { dropDatabasesWith } from '@pagebell/testing/test-database'
import { newPrefix, testRun } from '@pagebell/testing/test-run'

const log = createLog('migrate test', 'silent')
const { databaseUrl: adminUrl } = testRun()
const prefix = newPrefix()
const database = `${prefix}migrate`
const target = { adminUrl, database, role: database, password: "it's secret" }
let folder: string
let service: Database

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-migrate-'))
  await migration('0001-first.sql', 'create table first (id int generated always as identity primary key, note text)')
  await migration('0002-second.sql', 'create extension pg_trgm; create table second (id bigserial)')
  service = connectDatabase({ url: serviceUrl(), log })
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await dropDatabasesWith(adminUrl, prefix)
  await rm(folder, { recursive: true })
})

const migration = (file: string, text: string) => writeFile(join(folder, file), text)
const run1 = () => migrate({ ...target, folder })
const start = () => requireMigrations(service, pathToFileURL(`${folder}/`), log)

function serviceUrl(): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  url.username = database
  url.password = encodeURIComponent(target.password)
  return url.href
}

describe('migrating', () => {
  it('is done once, however many processes start concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, run1))
    expect(answers.flat().toSorted()).toEqual(['0001-first', '0002-second'])
    expect(await run1()).toEqual([])
  })

  it('lets the service’s role read and write rows', async () => {
    await service.acrossAccounts().query({ text: `insert into first (note) values ('a')` })
    await service.acrossAccounts().query({ text: 'insert into second default values' })
    await service.acrossAccounts().query({ text: `update first set note = 'b'` })
    expect((await service.acrossAccounts().query({ text: 'delete from first' })).rowCount).toBe(1)
  })

  it.each([
    ['make tables', 'create table more (id int)'],
    ['drop tables', 'drop table first'],
    ['change what was migrated', 'delete from migrations.applied'],
    ['make roles', 'create role more'],
    ['make temporary tables, which fill the disk', 'create temporary table more (id int)'],
  ])('does not let it %s', async (_what, text) => {
    await expect(service.acrossAccounts().query({ text })).rejects.toMatchObject({ code: '42501' })
  })

  it.each([
    ['', 'select lo_create(0)'],
    [' empty', 'select lo_creat(-1)'],
    [' of bytes', `select lo_from_bytea(0, 'x')`],
  ])('does not let it make a large object%s, which no limit counts', async (_how, text) => {
    await expect(service.acrossAccounts().query({ text })).rejects.toMatchObject({ code: '42501' })
  })

  it('lets no other role connect', async () => {
    const other = `${database}_other`
    await migrate({ ...target, database: other, role: other, folder })
    const url = new URL(adminUrl)
    url.pathname = `/${database}`
    url.username = other
    url.password = encodeURIComponent(target.password)
    await using otherRole = connectDatabase({ url: url.href, log })
    await expect(otherRole.ping()).rejects.toMatchObject({ code: '42501' })
  })

  it('rolls back a migration that fails, and names its file', async () => {
    await migration('0003-third.sql', 'create table third (id int); insert into third values (1 / 0)')
    await expect(run1()).rejects.toThrow('0003-third: division by zero')
    await migration('0003-third.sql', 'create table third (id int)')
    expect(await run1()).toEqual(['0003-third'])
  })

  it('refuses a migration that was edited after it was applied', async () => {
    await migration('0003-third.sql', 'create table third (id bigint)')
    await expect(run1()).rejects.toThrow('0003-third')
  })

  it('refuses a change that breaks the previous version while that one is running, and applies nothing', async () => {
    await migration('0003-third.sql', 'create table third (id int)')
    await migration('0004-add.sql', 'alter table first add column more text')
    await migration('0005-take-away.sql', 'alter table first drop column note')
    await service.ping()
    await expect(run1()).rejects.toThrow(
      /0005-take-away takes away what the version before needs \(drop column note\), and that one is running: \d+ connections/,
    )
    await service.acrossAccounts().query({ text: `insert into first (note) values ('still there')` })
    await expect(service.acrossAccounts().query({ text: 'select more from first' })).rejects.toMatchObject({
      code: '42703',
    })
  })

  it('applies it once every copy is stopped', async () => {
    await service[Symbol.asyncDispose]()
    expect(await run1()).toEqual(['0004-add', '0005-take-away'])
    service = connectDatabase({ url: serviceUrl(), log })
  })

  it('is required by a service that starts before it', async () => {
    await migration('0006-newest.sql', 'create table newest (id int)')
    await expect(start()).rejects.toThrow('The database lacks 0006-newest: migrate it with this version')
    await run1()
    await start()
  })

  it('by a newer version keeps the previous one from starting only if it removes something', async () => {
    await rm(join(folder, '0006-newest.sql'))
    await start()
    await rm(join(folder, '0005-take-away.sql'))
    await expect(start()).rejects.toThrow('The database has 0005-take-away of a newer version')
  })

  it('refuses a gap in the numbers', async () => {
    await migration('0008-eighth.sql', 'select 1')
    await expect(run1()).rejects.toThrow('0008-eighth.sql')
  })

  it.each(['a"b', 'Upper', '', 'x'.repeat(64)])('refuses the name %j', async (name) => {
    await expect(migrate({ ...target, database: name, folder })).rejects.toThrow()
  })
})

describe('a function of the database', () => {
  const undeclared = '-- as it is'
  const databaseWith = async (functions: Record<string, string>) => {
    const folderOfFunctions = await mkdtemp(join(folder, 'functions-'))
    await mkdir(join(folderOfFunctions, 'functions'))
    await writeFile(join(folderOfFunctions, '0001-first.sql'), 'create table first (id int)')
    const write = (name: string, body: string, declared = '-- safe beside the version before: a test') =>
      writeFile(
        join(folderOfFunctions, 'functions', `${name}.sql`),
        `${declared}\ncreate or replace function ${name}() returns int language sql as 'select ${body}'`,
      )
    for (const [name, body] of Object.entries(functions)) await write(name, body)
    const name = `${prefix}functions_${Object.keys(functions).join('_')}`
    const options = { ...target, database: name, role: name, folder: folderOfFunctions }
    const url = new URL(adminUrl)
    url.pathname = `/${name}`
    const admin = connectDatabase({ url: url.href, log })
    return {
      write,
      run: () => migrate(options),
      add: (file: string, text: string) => writeFile(join(folderOfFunctions, file), text),
      remove: (file: string) => rm(join(folderOfFunctions, file)),
      admin,
      start: () => requireMigrations(admin, pathToFileURL(`${folderOfFunctions}/`), log),
      result: async (text: string) =>
        (await admin.acrossAccounts().query<{ result: number }>({ text })).rows[0]?.result,
    }
  }

  it('may call one that is created after it', async () => {
    const { run, result, admin } = await databaseWith({ alpha: 'beta() + 1', beta: '1' })
    expect(await run()).toEqual([
      '0001-first',
      expect.stringMatching(/^functions\/alpha@/),
      expect.stringMatching(/^functions\/beta@/),
    ])
    expect(await result('select alpha() as result')).toBe(2)
    expect(await run()).toEqual([])
    await admin[Symbol.asyncDispose]()
  })

  it('is created again when its file has changed, also back to what it was', async () => {
    const { write, run, result, admin, start } = await databaseWith({ gamma: '1' })
    await run()
    await write('gamma', '2')
    await expect(start()).rejects.toThrow(/The database lacks functions\/gamma@/)
    expect(await run()).toEqual([expect.stringMatching(/^functions\/gamma@/)])
    expect(await result('select gamma() as result')).toBe(2)
    await write('gamma', '1')
    expect(await run()).toEqual([expect.stringMatching(/^functions\/gamma@/)])
    expect(await result('select gamma() as result')).toBe(1)
    await start()
    await admin[Symbol.asyncDispose]()
  })

  it('keeps the version before from starting if that does not survive a change, and none after it', async () => {
    const { write, run, admin, start } = await databaseWith({ delta: '1' })
    await run()
    await write('delta', '2', undeclared)
    await run()
    await start()
    await write('delta', '3')
    await run()
    await start()
    await write('delta', '2', undeclared)
    await start()
    await write('delta', '1')
    await expect(start()).rejects.toThrow(/The database has functions\/delta@\w+ of a newer version/)
    await admin[Symbol.asyncDispose]()
  })

  it('keeps no version from starting that has dropped it since such a change', async () => {
    const { write, run, add, remove, admin, start } = await databaseWith({ epsilon: '1' })
    await run()
    await write('epsilon', '2', undeclared)
    await run()
    await remove('functions/epsilon.sql')
    await expect(start()).rejects.toThrow(/The database has functions\/epsilon@\w+ of a newer version/)
    await add('0002-drop.sql', '-- safe beside the version before: a test\ndrop function epsilon()')
    await run()
    await start()
    await admin[Symbol.asyncDispose]()
  })
})

describe('a baseline', () => {
  const databaseAt = async (name: string, versions: Record<string, string>) => {
    const before = await mkdtemp(join(folder, 'before-'))
    for (const [file, text] of Object.entries(versions)) await writeFile(join(before, file), text)
    const options = { ...target, database: `${prefix}${name}`, role: `${prefix}${name}` }
    await migrate({ ...options, folder: before })
    const url = new URL(adminUrl)
    url.pathname = `/${options.database}`
    const startFrom = async (of: string): Promise<void> => {
      await using admin = connectDatabase({ url: url.href, log })
      await requireMigrations(admin, pathToFileURL(`${of}/`), log)
    }
    const after = await mkdtemp(join(folder, 'after-'))
    await writeFile(join(after, '0001-baseline.sql'), '-- replaces 0002-second\ncreate table first (id int, more int)')
    await writeFile(join(after, '0002-next.sql'), 'create table next (id int)')
    return {
      run: () => migrate({ ...options, folder: after }),
      start: () => startFrom(after),
      /** The version before, without the last of its migrations. */
      startOlder: async (last: string) => {
        await rm(join(before, last))
        await startFrom(before)
      },
    }
  }
  const first = { '0001-first.sql': 'create table first (id int)' }
  const second = { '0002-second.sql': 'alter table first add column more int' }

  it('counts as applied where everything that it replaces is', async () => {
    const { run } = await databaseAt('all_replaced', { ...first, ...second })
    expect(await run()).toEqual(['0002-next'])
    expect(await run()).toEqual([])
  })

  it('lets a service start whose database has a breaking migration that it replaces, and no older one', async () => {
    const takeAway = { '0002-second.sql': 'alter table first drop column less; alter table first add column more int' }
    const { run, start, startOlder } = await databaseAt('broken_before', {
      '0001-first.sql': 'create table first (id int, less int)',
      ...takeAway,
    })
    await run()
    await start()
    await expect(startOlder('0002-second.sql')).rejects.toThrow('The database has 0002-second of a newer version')
  })

  it('creates everything in an empty database', async () => {
    const { run } = await databaseAt('nothing_replaced', {})
    expect(await run()).toEqual(['0001-baseline', '0002-next'])
  })

  it('refuses a database that has only a part of it, and names what to do', async () => {
    const { run } = await databaseAt('half_replaced', first)
    await expect(run()).rejects.toThrow(
      /The database is at 0001-first.*migrate it with the last version that has 0002-second first/,
    )
  })
})
