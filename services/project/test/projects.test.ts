import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type RunningProject, startProject } from './start-project.ts'

let service: RunningProject
let accountId: string
let otherId: string
beforeAll(async () => {
  service = await startProject()
  accountId = (await service.newAccount()).accountId
  otherId = (await service.newAccount()).accountId
})
afterAll(() => service?.[Symbol.asyncDispose]())

const create = (project: string, idempotency?: { key: string; request_sha256: Buffer }, account_id = accountId) =>
  service.projects.createProject({ account_id, project, idempotency: idempotency ?? null })
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const host = () => `${randomUUID()}.example.com`
const exists = { kind: 'conflict', code: 'project_exists' }

describe('creating a project', () => {
  it('names it by its host: lower case, IDNA ASCII, no www.', async () => {
    const name = host()
    const made = await create(`WWW.bücher.${name}.`)
    expect(made).toMatchObject({
      project: `xn--bcher-kva.${name}`,
      indexnow_key: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(await service.projects.getProject({ account_id: accountId, project: `BÜCHER.${name}` })).toEqual(made)
  })

  it('refuses a second one of the same name, and lets another account have its own', async () => {
    const name = host()
    await create(name)
    await expect(create(`www.${name}`)).rejects.toMatchObject(exists)
    expect(await create(name, undefined, otherId)).toMatchObject({ project: name })
  })

  it.each([
    '',
    'https://example.com',
    'example.com/path',
    'example.com:8080',
    'a b',
    'a..b',
    '\0',
    `${'x'.repeat(64)}.com`,
  ])('refuses %j, saying what is allowed', async (name) => {
    const errors = { project: [expect.stringContaining('host name')] }
    await expect(create(name)).rejects.toMatchObject({ kind: 'invalid', errors })
    const ensured = service.projects.ensureProject({ account_id: accountId, project: name })
    await expect(ensured).rejects.toMatchObject({ kind: 'invalid', errors })
  })

  it.each([randomUUID(), 'x', ''])('knows no account %j', async (id) => {
    await expect(create(host(), undefined, id)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(create(host(), { key: 'k', request_sha256: sha256('') }, id)).rejects.toMatchObject({
      kind: 'not_found',
    })
    const ensured = service.projects.ensureProject({ account_id: id, project: host() })
    await expect(ensured).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('makes one of many made at once', async () => {
    const name = host()
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create(name)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(exists)
  })
})

describe('an Idempotency-Key', () => {
  it('returns the same response as the first time, also when it comes many times at once', async () => {
    const [name, idempotency] = [host(), { key: randomUUID(), request_sha256: sha256('one') }]
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(name, idempotency)))
    answers.push(await create(name, idempotency))
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('is refused with another request, and free to another account', async () => {
    const key = randomUUID()
    await create(host(), { key, request_sha256: sha256('one') })
    await expect(create(host(), { key, request_sha256: sha256('two') })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'idempotency_key_reused',
      errors: { 'Idempotency-Key': [expect.any(String)] },
    })
    await create(host(), { key, request_sha256: sha256('two') }, otherId)
  })

  it('is not used up by a refusal', async () => {
    const [name, idempotency] = [host(), { key: randomUUID(), request_sha256: sha256('one') }]
    const first = await create(name)
    await expect(create(name, idempotency)).rejects.toMatchObject(exists)
    await service.projects.deleteProject({ account_id: accountId, project: name })
    expect((await create(name, idempotency)).project_id).not.toBe(first.project_id)
  })

  it('is free again after 24 hours', async () => {
    const key = randomUUID()
    await create(host(), { key, request_sha256: sha256('one') })
    const text = `update idempotency set created_at = created_at - interval '24 hours' where key = $1`
    await service.db.acrossAccounts().query({ text, values: [key] })
    const name = host()
    expect(await create(name, { key, request_sha256: sha256('two') })).toMatchObject({ project: name })
  })
})

describe('ensuring a project', () => {
  it('makes it once, however many ask at once, and answers it ever after', async () => {
    const name = host()
    const ensure = () => service.projects.ensureProject({ account_id: accountId, project: name })
    const answers = await Promise.all(Array.from({ length: 8 }, ensure))
    answers.push(await ensure())
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })
})

describe('deleting a project', () => {
  it('answers it once, of two at once too; the name may then be made again as another', async () => {
    const made = await create(host())
    const remove = () => service.projects.deleteProject({ account_id: accountId, project: made.project })
    const outcomes = await Promise.allSettled([remove(), remove()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect(outcome.value).toEqual(made)
      else expect(outcome.reason).toMatchObject({ kind: 'not_found' })
    }
    await expect(service.projects.getProject({ account_id: accountId, project: made.project })).rejects.toMatchObject({
      kind: 'not_found',
    })
    expect((await create(made.project)).project_id).not.toBe(made.project_id)
  })

  it('of another account says the same as of one that never was, and leaves it there', async () => {
    const theirs = await create(host(), undefined, otherId)
    const asMine = (project: string) => service.projects.deleteProject({ account_id: accountId, project })
    const unknown = await asMine(host()).catch((error: Error) => error)
    await expect(asMine(theirs.project)).rejects.toEqual(unknown)
    await expect(asMine('not a host')).rejects.toEqual(unknown)
    const seen = service.projects.getProject({ account_id: accountId, project: theirs.project })
    await expect(seen).rejects.toEqual(unknown)
    expect(await service.projects.getProject({ account_id: otherId, project: theirs.project })).toEqual(theirs)
  })
})

describe('the number of projects', () => {
  const limit = { kind: 'conflict', code: 'project_limit_reached', details: { limit: 50 } }

  it('is what the plan allows, whichever way they are made, also at once', async () => {
    const { accountId: account_id, email } = await service.newAccount('free')
    const make = (n: number) =>
      n % 2 === 0
        ? service.projects.createProject({ account_id, project: host() })
        : service.projects.ensureProject({ account_id, project: host() })
    const made = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => make(n)))
    const names = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.project] : []))
    expect(names).toHaveLength(50)
    for (const one of made) if (one.status === 'rejected') expect(one.reason).toMatchObject(limit)

    const [project = ''] = names
    await expect(service.projects.createProject({ account_id, project })).rejects.toMatchObject(exists)
    expect(await service.projects.ensureProject({ account_id, project })).toMatchObject({ project })
    await service.projects.deleteProject({ account_id, project })
    await make(0)
    await expect(make(1)).rejects.toMatchObject(limit)

    await service.accounts.changePlan({ email, plan: 'pro' })
    await make(1)
    await service.accounts.changePlan({ email, plan: 'free' })
    await expect(make(0)).rejects.toMatchObject(limit)
    const { total } = await service.projects.listProjects({
      account_id,
      sort_by: 'created_at',
      sort: 'asc',
      per_page: 10,
      page: 1,
    })
    expect(total).toBe(51)
  })
})

describe('the name of a project that an older version made', () => {
  it('is found and deleted, though no new one can be made', async () => {
    const { accountId: account_id } = await service.newAccount()
    const { project } = await service.projects.createProject({ account_id, project: host() })
    const old = `a;id.${project}`
    const text = 'update project set name = $2 where account_id = $1'
    await service.db.acrossAccounts().query({ text, values: [account_id, old] })
    expect(await service.projects.getProject({ account_id, project: old })).toMatchObject({ project: old })
    expect(await service.projects.deleteProject({ account_id, project: old })).toMatchObject({ project: old })
    for (const make of [service.projects.createProject, service.projects.ensureProject])
      await expect(make({ account_id, project: old })).rejects.toMatchObject({
        kind: 'invalid',
        errors: { project: [expect.stringMatching(/host name/)] },
      })
  })
})

describe('the IndexNow key', () => {
  const keyOf = (project_id: string, name: string, account_id = accountId) =>
    service.channels.getIndexNowKey({ account_id, project_id, host: name }).then(({ key }) => key)

  it('is the project’s own for its host and www., and another, kept one for each other subdomain', async () => {
    const { project_id, project, indexnow_key } = await create(host())
    expect(await keyOf(project_id, project)).toBe(indexnow_key)
    expect(await keyOf(project_id, `www.${project}`)).toBe(indexnow_key)
    const keys = await Promise.all(Array.from({ length: 6 }, () => keyOf(project_id, `blog.${project}`)))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[0]).not.toBe(indexnow_key)
    expect(await keyOf(project_id, `www.blog.${project}`)).not.toBe(keys[0])
  })

  it.each(['other.example', 'x', '', 'UPPER.', 'a b.', 'a:80.', '\0.'])('is not had for the host %j', async (start) => {
    const { project_id, project } = await create(host())
    const asked = keyOf(project_id, start.endsWith('.') ? start + project : start)
    await expect(asked).rejects.toMatchObject({ kind: 'invalid', errors: { host: [expect.any(String)] } })
  })

  it('is not had for an unknown project, another account’s or a deleted one', async () => {
    const { project_id, project } = await create(host())
    await keyOf(project_id, `blog.${project}`)
    for (const [id, account] of [
      [randomUUID(), accountId],
      ['x', accountId],
      [project_id, otherId],
    ] as const) {
      await expect(keyOf(id, `blog.${project}`, account)).rejects.toMatchObject({ kind: 'not_found' })
    }
    await service.projects.deleteProject({ account_id: accountId, project })
    await expect(keyOf(project_id, `blog.${project}`)).rejects.toMatchObject({ kind: 'not_found' })
  })
})
