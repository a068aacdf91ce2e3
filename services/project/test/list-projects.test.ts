import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import pg from 'pg'
import { listProjectsStatement } from '../src/projects/project-list.sql.ts'
import { type RunningProject, startProject } from './start-project.ts'

let service: RunningProject
beforeAll(async () => {
  service = await startProject()
})
afterAll(() => service?.[Symbol.asyncDispose]())

type Sort = { sort_by: string; sort: string }
const sorts = fc.record({ sort_by: fc.constantFrom('created_at', 'project'), sort: fc.constantFrom('asc', 'desc') })
const newestFirst = { sort_by: 'created_at', sort: 'desc', per_page: 10 }

const create = (account_id: string, project: string) =>
  service.projects.createProject({ account_id, project, idempotency: null })

/** An account with `count` projects; many of them made in one millisecond, so that ties are common. */
async function accountWith(count: number): Promise<string> {
  const { accountId } = await service.newAccount()
  const text = `
    insert into project (account_id, project_id, name, indexnow_key, created_at)
    select $1, gen_random_uuid(), 'p' || n || '.example.com', 'k', now() - interval '1 hour' + (n / 7) * interval '1 ms'
    from generate_series(1, $2::int) n`
  await service.db.forAccount(accountId).query({ text, values: [accountId, count] })
  return accountId
}

it('lists a project with all that it answers alone', async () => {
  const { accountId: account_id } = await service.newAccount()
  await service.projects.createProject({
    account_id,
    project: 'checked.example.com',
    preflight: true,
    idempotency: null,
  })
  const alone = await service.projects.getProject({ account_id, project: 'checked.example.com' })
  expect(alone.preflight).toBe(true)
  expect((await service.projects.listProjects({ account_id, ...newestFirst })).projects).toEqual([alone])
})

describe('pages and cursors together', () => {
  it('show each project once, in order, while others are made', async () => {
    await fc.assert(
      fc.asyncProperty(
        sorts,
        fc.integer({ min: 0, max: 45 }),
        fc.integer({ min: 0, max: 4 }),
        async (sort, count, pages) => {
          const account_id = await accountWith(count)
          const before = new Set(await namesByCursor(account_id, sort))
          const shown: string[] = []
          // New rows push others down a page but never off a cursor: pages first, then the cursor of the last.
          let cursor: string | undefined
          for (let page = 1; page <= Math.max(1, pages); page++) {
            const list = await service.projects.listProjects({ account_id, ...sort, per_page: 10, page })
            shown.push(...list.projects.map(({ project }) => project))
            cursor = list.next_cursor
            if (cursor === undefined) break
          }
          for (let made = 0; cursor !== undefined; made++) {
            await create(account_id, `new${made}.example.com`)
            const list = await service.projects.listProjects({ account_id, ...sort, per_page: 10, cursor })
            shown.push(...list.projects.map(({ project }) => project))
            cursor = list.next_cursor
          }
          expect(new Set(shown).size).toBe(shown.length)
          expect(shown.filter((name) => before.has(name))).toHaveLength(count)
          if (sort.sort_by === 'project') {
            const sorted = shown.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
            expect(shown).toEqual(sort.sort === 'asc' ? sorted : sorted.reverse())
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  async function namesByCursor(account_id: string, sort: Sort): Promise<string[]> {
    const names: string[] = []
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const start = cursor === undefined ? { page: 1 } : { cursor }
      const list = await service.projects.listProjects({ account_id, ...sort, per_page: 25, ...start })
      names.push(...list.projects.map(({ project }) => project))
      cursor = list.next_cursor
    }
    return names
  }
})

describe('a search', () => {
  it('finds exactly the names that hold its text, and no text widens it', async () => {
    const { accountId: account_id } = await service.newAccount()
    const names = ['a-b.example.com', 'axb.example.com', 'b.example.org', '10.0.0.1']
    for (const name of names) await create(account_id, name)
    const piece = fc.constantFrom('%', '_', '\\', '\0', 'a', 'B', '-', '.', 'example', "'", '\u0001', 'ü')
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 4 }), async (pieces) => {
        const search = pieces.join('')
        const list = await service.projects.listProjects({ account_id, ...newestFirst, search, page: 1 })
        const expected = names.filter((name) => name.includes(search.toLowerCase()))
        expect(list.projects.map(({ project }) => project).sort()).toEqual(expected.sort())
        expect(list.total).toBe(expected.length)
      }),
      { numRuns: 150 },
    )
  })

  it('looks only among the account’s own projects', async () => {
    const [account, otherAccount] = [await service.newAccount(), await service.newAccount()]
    await create(otherAccount.accountId, 'theirs.example.com')
    for (const search of [undefined, 'theirs', '%']) {
      const list = await service.projects.listProjects({
        account_id: account.accountId,
        ...newestFirst,
        search,
        page: 1,
      })
      expect(list).toMatchObject({ projects: [], total: 0 })
    }
  })
})

describe('a list', () => {
  it.each([
    ['sort_by', { sort_by: 'name' }],
    ['sort', { sort: 'up' }],
    ['per_page', { per_page: 11 }],
    ['page', { page: 0 }],
    ['page', { page: 1_001 }],
    ['cursor', { page: undefined, cursor: 'x' }],
    ['cursor', { page: 1, cursor: 'x' }],
  ])('refuses a wrong %s: %j', async (field, wrong) => {
    const { accountId: account_id } = await service.newAccount()
    const list = service.projects.listProjects({ account_id, ...newestFirst, page: 1, ...wrong })
    await expect(list).rejects.toMatchObject({ kind: 'invalid', errors: { [field]: [expect.any(String)] } })
  })

  it('refuses a cursor that another sort or search gave', async () => {
    const account_id = await accountWith(11)
    const { next_cursor: cursor } = await service.projects.listProjects({ account_id, ...newestFirst, page: 1 })
    for (const other of [{ sort: 'asc' }, { sort_by: 'project' }, { search: 'p' }]) {
      const list = service.projects.listProjects({ account_id, ...newestFirst, ...other, cursor })
      await expect(list).rejects.toMatchObject({ kind: 'invalid', errors: { cursor: [expect.any(String)] } })
    }
  })

  it('of an account that is none is empty', async () => {
    const list = await service.projects.listProjects({ account_id: 'x', ...newestFirst, page: 1 })
    expect(list).toMatchObject({ projects: [], total: 0, total_is_capped: false })
  })
})

describe('among 200,000 projects', () => {
  let account_id: string
  beforeAll(async () => {
    account_id = await accountWith(10_001)
    const { accountId: crowd } = await service.newAccount()
    const text = `
      insert into project (account_id, project_id, name, indexnow_key)
      select $1, gen_random_uuid(), 'c' || n || '.example.net', 'k' from generate_series(1, 190000) n`
    const admin = new pg.Client({ connectionString: service.database.adminUrl })
    await admin.connect()
    await admin.query(text, [crowd])
    await admin.query('vacuum analyze project')
    await admin.end()
  }, 120_000)

  it('the total is capped at 10,000, and a search still counts exactly', async () => {
    const all = await service.projects.listProjects({ account_id, ...newestFirst, page: 1 })
    expect(all).toMatchObject({ total: 10_000, total_is_capped: true })
    const some = await service.projects.listProjects({ account_id, ...newestFirst, page: 1, search: 'p1000' })
    expect(some).toMatchObject({ total: 3, total_is_capped: false })
  })

  const position = { created_at: ['2026-01-01T00:00:00.000Z', '00000000-0000-4000-8000-000000000000'], project: ['p5'] }
  const combinations = (['created_at', 'project'] as const).flatMap((sortBy) =>
    (['asc', 'desc'] as const).flatMap((direction) =>
      [undefined, '%p77%', '%7%'].flatMap((pattern) =>
        [{ after: position[sortBy] }, { offset: 9_900 }].map((start) => ({ sortBy, direction, pattern, start })),
      ),
    ),
  )

  it.each(combinations)('an index serves $sortBy $direction, search $pattern, from $start', async (combination) => {
    const { text, values } = listProjectsStatement({ accountId: account_id, limit: 101, ...combination })
    const { rows } = await service.db
      .forAccount(account_id)
      .query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(/Seq Scan/)
  })
})
