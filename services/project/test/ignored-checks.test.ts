import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBroker } from '@pagebell/broker/broker'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import type { Body } from '@pagebell/messages/define-message'
import { until } from '@pagebell/testing/until'
import { type RunningProject, startProject } from './start-project.ts'

let service: RunningProject
const published: Body<typeof checksIgnored>[] = []
const listening = new AsyncDisposableStack()
beforeAll(async () => {
  service = await startProject()
  const broker = listening.use(await connectBroker({ ...service.queues, log: service.log, service: 'report' }))
  listening.use(await broker.consume(checksIgnored, 'report', async (body) => void published.push(body)))
})
afterAll(async () => {
  await listening.disposeAsync()
  await service?.[Symbol.asyncDispose]()
})

async function newSite() {
  const { accountId: account_id } = await service.newAccount()
  const { project, project_id } = await service.projects.createProject({ account_id, project: 'shop.example' })
  const site = { account_id, project }
  const put = (check: string, more: object = {}) =>
    service.ignoredChecks.putIgnoredCheck({ ...site, check, reason: 'Meant so.', ...more })
  const remove = (check: string, url?: string) =>
    service.ignoredChecks.deleteIgnoredCheck({ ...site, check, ...(url !== undefined && { url }) })
  const list = async () => (await service.ignoredChecks.listIgnoredChecks(site)).ignored_checks
  return { ...site, project_id, put, remove, list }
}

describe('ignored checks', () => {
  it('are put, replaced, listed by check and page, and taken back', async () => {
    const { put, remove, list } = await newSite()
    const expires_at = '2099-01-31T12:00:00.000Z'
    await put('title', { reason: 'first' })
    const title = await put('title', { reason: '  A brand.  ', expires_at })
    expect(title).toEqual({ check: 'title', reason: 'A brand.', expires_at, created_at: expect.any(String) })
    const page = await put('indexable', { url: 'HTTPS://www.SHOP.example:443/basket#top' })
    expect(page).toMatchObject({ check: 'indexable', url: 'https://www.shop.example/basket' })
    const everywhere = await put('indexable')
    expect(await list()).toEqual([everywhere, page, title])

    expect(await remove('indexable', 'https://www.shop.example/basket')).toEqual(page)
    await expect(remove('indexable', page.url)).rejects.toMatchObject({ kind: 'not_found' })
    expect(await list()).toEqual([everywhere, title])
  })

  it.each(['https://blog.shop.example/tea', 'https://a.blog.shop.example/', 'https://www.shop.example./'])(
    'of a page of a subdomain are put and taken back: %s',
    async (url) => {
      const { put, remove, list } = await newSite()
      const page = await put('indexable', { url })
      expect(page).toMatchObject({ check: 'indexable', url })
      expect(await list()).toEqual([page])
      expect(await remove('indexable', url)).toEqual(page)
      expect(await list()).toEqual([])
    },
  )

  it('are published completely with every change, with a version that rises', async () => {
    const { account_id, project_id, put, remove } = await newSite()
    await put('title')
    await put('h1', { url: 'https://shop.example/' })
    await remove('title')
    const ofProject = () =>
      published.filter((body) => body.project_id === project_id).toSorted((a, b) => a.version - b.version)
    await until('all three are published', () => ofProject().length >= 3)
    const ignoring = (check: string, url: string | null = null) => ({
      check,
      url,
      reason: 'Meant so.',
      expires_at: null,
    })
    expect(ofProject()).toEqual([
      { account_id, project_id, version: 1, ignored: [ignoring('title')] },
      { account_id, project_id, version: 2, ignored: [ignoring('h1', 'https://shop.example/'), ignoring('title')] },
      { account_id, project_id, version: 3, ignored: [ignoring('h1', 'https://shop.example/')] },
    ])
  })

  it('put at the same time are all there in the end', async () => {
    const { project_id, put, list } = await newSite()
    const checks = ['canonical', 'charset', 'doctype', 'h1', 'hsts', 'title']
    await Promise.all(checks.map((check) => put(check)))
    expect((await list()).map(({ check }) => check)).toEqual(checks)
    const last = await until('the last is published', () =>
      published.find((body) => body.project_id === project_id && body.version === checks.length),
    )
    expect(last.ignored).toHaveLength(checks.length)
  })

  it('are no more than 500 a project', async () => {
    const { account_id, project_id, put, list } = await newSite()
    await service.db.acrossAccounts().query({
      text: `insert into ignored_check (account_id, project_id, check_id, url, reason)
        select $1, $2, 'title', 'https://shop.example/' || n, 'Meant so.' from generate_series(1, 500) n`,
      values: [account_id, project_id],
    })
    await expect(put('h1')).rejects.toMatchObject({ kind: 'conflict', code: 'too_many_ignored_checks' })
    await put('title', { url: 'https://shop.example/7', reason: 'Replaced.' })
    expect(await list()).toHaveLength(500)
  })

  it.each([
    ['check', { check: '' }],
    ['check', { check: 'Title' }],
    ['check', { check: 'htst' }],
    ['check', { check: 'x'.repeat(65) }],
    ['reason', { reason: '   ' }],
    ['reason', { reason: 'x'.repeat(501) }],
    ['url', { url: 'nowhere' }],
    ['url', { url: 'https://other.example/' }],
    ['url', { url: 'https://badshop.example/' }],
    ['url', { url: 'https://shop.example.other.example/' }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
  ])('are refused with a wrong %s: %j', async (field, wrong) => {
    const { put, list } = await newSite()
    await expect(put('title', wrong)).rejects.toMatchObject({
      kind: 'invalid',
      errors: { [field]: [expect.any(String)] },
    })
    expect(await list()).toEqual([])
  })

  it('of another account are those of an unknown project', async () => {
    const [account, otherAccount] = [await newSite(), await newSite()]
    await otherAccount.put('title')
    const other = { account_id: account.account_id, project: 'other.example' }
    const unknown = { kind: 'not_found', message: 'There is no such project.' }
    const ignored = { check: 'title', reason: 'x' }
    for (const site of [
      other,
      { account_id: randomUUID(), project: 'shop.example' },
      { account_id: 'x', project: '' },
    ]) {
      await expect(service.ignoredChecks.listIgnoredChecks(site)).rejects.toMatchObject(unknown)
      await expect(service.ignoredChecks.putIgnoredCheck({ ...site, ...ignored })).rejects.toMatchObject(unknown)
      await expect(service.ignoredChecks.deleteIgnoredCheck({ ...site, check: 'title' })).rejects.toMatchObject(unknown)
    }
    expect(await otherAccount.list()).toHaveLength(1)
    expect(await account.list()).toEqual([])
  })
})
