import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newReport, newSiteReport, type RunningService, runService } from './running-service.ts'
import { pageRows, runResult } from './site-run-result.ts'

let running: RunningService
beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())

const password = 'correct horse'

async function made(privacy: 0 | 1 | 2) {
  const request = newReport({ privacy, ...(privacy === 2 && { password }) })
  const { id } = await running.reports.createReport(request)
  const owner = { account_id: request.account_id, id }
  return { id, owner, asOwnerSees: () => running.reports.getReport(owner) }
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    (answer) => Promise.reject(new Error(`It was answered: ${JSON.stringify(answer)}`)),
    ({ kind, code, message }) => ({ kind, code, message }),
  )

const read = (id: string, unlock?: Buffer) => running.publicReports.getPublicReport({ id, unlock })
const open = (id: string, word: string) => running.publicReports.unlockReport({ id, password: word })

describe('a public report', () => {
  it('is returned to anyone as its owner sees it', async () => {
    const { id, asOwnerSees } = await made(0)
    expect(await read(id)).toEqual(await asOwnerSees())
    expect((await open(id, 'whatever')).report).toEqual(await asOwnerSees())
  })
})

describe('a private report', () => {
  it('is not found, with any password', async () => {
    const { id } = await made(1)
    const unknown = { kind: 'not_found', code: 'not_found', message: 'There is no such report.' }
    for (const any of [id, crypto.randomUUID(), 'no-uuid', "' or 1=1"]) {
      expect(await refusal(read(any))).toEqual(unknown)
      expect(await refusal(read(any, Buffer.alloc(32)))).toEqual(unknown)
      expect(await refusal(open(any, password))).toEqual(unknown)
    }
  })
})

describe('a report behind a password', () => {
  it('is returned for the password, and after that for the unlock token', async () => {
    const { id, asOwnerSees } = await made(2)
    expect(await refusal(read(id))).toMatchObject({ kind: 'forbidden', code: 'password_required' })
    expect(await refusal(open(id, 'correct hors'))).toMatchObject({ kind: 'forbidden', code: 'wrong_password' })
    expect(await refusal(open(id, ''))).toMatchObject({ code: 'wrong_password' })

    const { report, unlock } = await open(id, password)
    expect(report).toEqual(await asOwnerSees())
    expect(await read(id, unlock)).toEqual(report)
  })

  it('is not unlocked by another report’s password', async () => {
    const [locked, other] = [await made(2), await made(2)]
    const { unlock } = await open(other.id, password)
    expect(await refusal(read(locked.id, unlock))).toMatchObject({ code: 'password_required' })
  })

  it('is locked again when it gets another password', async () => {
    const { id, owner } = await made(2)
    const { unlock } = await open(id, password)
    const change = { ...owner, privacy: undefined, password: 'another good one', analyze_again: false }
    await running.reports.changeReport(change)
    expect(await refusal(read(id, unlock))).toMatchObject({ code: 'password_required' })
    expect(await refusal(open(id, password))).toMatchObject({ code: 'wrong_password' })
    expect((await open(id, 'another good one')).report?.id).toBe(id)
  })

  it('is gone when it becomes private', async () => {
    const { id, owner } = await made(2)
    const { unlock } = await open(id, password)
    await running.reports.changeReport({ ...owner, privacy: 1, password: undefined, analyze_again: false })
    expect(await refusal(read(id, unlock))).toMatchObject({ kind: 'not_found' })
  })
})

const site = {
  read: (id: string, more: object = {}) =>
    running.publicSiteReports.getPublicSiteReport({
      id,
      is_brief: false,
      unlock: undefined,
      check: undefined,
      ...more,
    }),
  pages: (id: string, more: object = {}) =>
    running.publicSiteReports.listPublicSitePages({ id, sort: 'url', per_page: 10, ...more }),
  open: (id: string, word: string) => running.publicSiteReports.unlockSiteReport({ id, password: word }),
}

/** A site report that is done, with one page that has an issue. */
async function madeSite(privacy: 0 | 1 | 2 | undefined, request: object = {}) {
  const wanted = newSiteReport({
    ...(privacy !== undefined && { privacy }),
    ...(privacy === 2 && { password }),
    ...request,
  })
  const { id } = await running.siteReports.createSiteReport(wanted)
  const { run } = await running.siteRuns.takeSiteRun({})
  if (run?.key == null || run.key.id !== id) throw new Error('Another crawl was taken.')
  const pages = [{ url: wanted.url, score: 71, issues: { h1: { severity: 'fail' } } }]
  await running.siteRuns.putSitePages({ key: run.key, first: 1, pages: pageRows(pages) })
  await running.siteRuns.endSiteRun({ key: run.key, result: runResult(pages, [{ check: 'h1', title: 'No heading' }]) })
  const owner = { account_id: wanted.account_id, id }
  return { id, wanted, owner, asOwnerSees: () => running.siteReports.getSiteReport(owner) }
}

type Change = { privacy?: number; password?: string; listed?: boolean }
const changeSite = (owner: { account_id: string; id: string }, change: Change) =>
  running.siteReports.changeSiteReport({
    ...owner,
    privacy: undefined,
    password: undefined,
    listed: undefined,
    ...change,
  })

describe('a site report that was not published', () => {
  it('is private, and is not found, with any password', async () => {
    const { id, asOwnerSees } = await madeSite(undefined)
    expect(await asOwnerSees()).toMatchObject({ privacy: 1, listed: false })
    const unknown = { kind: 'not_found', code: 'not_found', message: 'There is no such site report.' }
    for (const any of [id, crypto.randomUUID(), 'no-uuid', "' or 1=1"]) {
      for (const unlock of [undefined, Buffer.alloc(32)]) {
        expect(await refusal(site.read(any, { unlock }))).toEqual(unknown)
        expect(await refusal(site.pages(any, { unlock, sort: 'nothing' }))).toEqual(unknown)
      }
      expect(await refusal(site.open(any, password))).toEqual(unknown)
    }
  })
})

describe('a public site report', () => {
  it('is returned by itself: without its changes, and the paths that its owner chose', async () => {
    const exclude = ['/of-a-customer/*']
    const selection = { start: ['sitemap', 'links'], max_pages: 200, include: ['/*'], exclude }
    const { wanted } = await madeSite(1)
    const { id, asOwnerSees } = await madeSite(0, { ...wanted, privacy: 0, selection })
    const owned = await asOwnerSees()
    expect(owned).toMatchObject({ compared_with: expect.any(String), issues: [{ change: { same: 1 } }] })
    const { compared_with: _, ...rest } = owned
    const published = await site.read(id)
    expect(published).toEqual({
      ...rest,
      as_public: true,
      selection: { ...selection, include: [], exclude: [] },
      issues: owned.issues.map(({ change: __, ...issue }) => issue),
    })
    expect((await site.open(id, 'whatever')).unlock).toBeUndefined()
  })

  it('is returned to its owner as anybody gets it, if asked for that, with a mark', async () => {
    const { wanted } = await madeSite(1)
    const { id, owner } = await madeSite(0, { ...wanted, privacy: 0 })
    for (const part of [{}, { is_brief: true }, { check: 'h1' }]) {
      const asOthersSee = await running.siteReports.getSiteReport({ ...owner, ...part, as_public: true })
      expect(asOthersSee).toMatchObject({ id, as_public: true, issues: [{ check: 'h1' }] })
      expect(asOthersSee).toEqual(await site.read(id, part))
    }
  })

  it('has its pages, all or those with an issue', async () => {
    const { id, wanted } = await madeSite(0)
    for (const issue of [undefined, 'h1'])
      expect((await site.pages(id, { issue })).pages.map(({ url }) => url)).toEqual([wanted.url])
    expect((await site.pages(id, { issue: 'title' })).pages).toEqual([])
    const other = { not_in: (await madeSite(1)).id, issue: 'h1' }
    expect((await site.pages(id, other)).pages).toHaveLength(1)
    expect((await site.read(id, { check: 'title' })).issues).toEqual([])
  })
})

describe('a site report behind a password', () => {
  it('is returned for the password alone, and after that for the unlock token', async () => {
    const [{ id, asOwnerSees }, other] = [await madeSite(2), await madeSite(2)]
    for (const unlock of [undefined, Buffer.alloc(32), (await site.open(other.id, password)).unlock]) {
      for (const call of [site.read, site.pages])
        expect(await refusal(call(id, { unlock }))).toMatchObject({ kind: 'forbidden', code: 'password_required' })
    }
    for (const wrong of ['correct hors', ''])
      expect(await refusal(site.open(id, wrong))).toMatchObject({ kind: 'forbidden', code: 'wrong_password' })
    const { unlock } = await site.open(id, password)
    const { summary_json } = await asOwnerSees()
    expect(await site.read(id, { unlock })).toMatchObject({ id, privacy: 2, summary_json })
    expect((await site.pages(id, { unlock })).pages).toHaveLength(1)
  })

  it('is locked again when it gets another password, and gone when it becomes private or is deleted', async () => {
    const { id, owner } = await madeSite(2)
    const { unlock } = await site.open(id, password)
    await changeSite(owner, { password: 'another good one' })
    expect(await refusal(site.read(id, { unlock }))).toMatchObject({ code: 'password_required' })
    expect(await refusal(site.open(id, password))).toMatchObject({ code: 'wrong_password' })
    const again = await site.open(id, 'another good one')
    await changeSite(owner, { privacy: 1 })
    expect(await refusal(site.read(id, again))).toMatchObject({ kind: 'not_found' })
    await changeSite(owner, { privacy: 0 })
    expect(await site.read(id)).toMatchObject({ id, privacy: 0 })
    await running.siteReports.deleteSiteReport(owner)
    expect(await refusal(site.read(id))).toMatchObject({ kind: 'not_found' })
  })

  it('stores argon2id only, and never returns it', async () => {
    const { id, asOwnerSees } = await madeSite(2)
    const { rows } = await running.sql.query('select password_hash from site_report where id = $1', [id])
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$/)
    const { unlock } = await site.open(id, password)
    for (const shown of [await asOwnerSees(), await site.read(id, { unlock })])
      expect(JSON.stringify(shown)).not.toMatch(/argon2id|password|correct horse/)
  })
})

describe('the privacy of a site report', () => {
  it.each<[Change, string]>([
    [{ privacy: 3 }, 'privacy'],
    [{ privacy: 2 }, 'password'],
    [{ privacy: 2, password: '12345' }, 'password'],
    [{ privacy: 1, password: '123456' }, 'password'],
    [{ password: '123456' }, 'password'],
  ])('%j is refused, naming the field, when it is made and when it is changed', async (change, field) => {
    const refused = { kind: 'invalid', errors: { [field]: [expect.any(String)] } }
    await expect(running.siteReports.createSiteReport(newSiteReport(change))).rejects.toMatchObject(refused)
    const { owner, asOwnerSees } = await madeSite(1)
    await expect(changeSite(owner, change)).rejects.toMatchObject(refused)
    expect(await asOwnerSees()).toMatchObject({ privacy: 1 })
  })

  it('is changed by its owner alone; what is left out stays', async () => {
    const { id, owner } = await madeSite(2)
    const another = { account_id: crypto.randomUUID(), id }
    expect(await refusal(changeSite(another, { privacy: 0 }))).toMatchObject({ kind: 'not_found' })
    expect(await changeSite(owner, { listed: true })).toMatchObject({ privacy: 2, listed: true })
    expect(await changeSite(owner, { privacy: 0 })).toMatchObject({ privacy: 0, listed: true, status: 'done' })
    expect(await changeSite(owner, { listed: false })).toMatchObject({ privacy: 0, listed: false })
  })
})
