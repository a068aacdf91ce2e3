import { beforeAll, describe, expect, it } from '@jest/globals'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { Pages } from '@pagebell/rpc/contracts'
import { page, type Submitted, submission } from './start-pages.ts'
import { running, site, usePages, world } from './use-pages.ts'

let pages: RpcClient<typeof Pages>
let batch: Submitted

usePages({ sites: 'one' })
beforeAll(async () => {
  pages = running.use(world.call(running.use(await world.startCopy())))
  for (const path of ['/a', '/b', '/c']) site.pages.set(path, { html: page(`About ${path}.`) })
  site.pages.set('/hidden', { headers: { 'x-robots-tag': 'noindex' }, html: page('Draft.') })
  batch = submission(site.origin, ['/a', '/b', '/c', '/hidden'])
  await world.submit(batch)
  await world.decided(batch)
})

const ids = () => ({ account_id: batch.account_id, project_id: batch.project_id })
const otherAccount = () => ({ ...ids(), account_id: crypto.randomUUID() })

describe('the list of pages', () => {
  it('has each page once, however small its pages are', async () => {
    const urls: string[] = []
    let cursor: string | undefined
    do {
      const found = await pages.listPages({ ...ids(), per_page: 1, cursor })
      urls.push(...found.pages.map(({ url }) => url))
      cursor = found.next_cursor
    } while (cursor !== undefined)
    expect(urls.sort()).toEqual(batch.urls.toSorted())
  })

  it('is filtered by state', async () => {
    const { pages: found } = await pages.listPages({ ...ids(), per_page: 10, state: 'noindex' })
    expect(found).toMatchObject([{ url: `${site.origin}/hidden`, state: 'noindex', status: 200 }])
    await expect(pages.listPages({ ...ids(), per_page: 10, state: 'new' })).rejects.toMatchObject({ code: 'invalid' })
  })

  it('has one page, by its URL', async () => {
    const url = `${site.origin}/b`
    expect(await pages.listPages({ ...ids(), per_page: 10, url })).toMatchObject({ pages: [{ url }] })
    expect(await pages.listPages({ ...ids(), per_page: 10, url: `${site.origin}/none` })).toMatchObject({ pages: [] })
    expect(await pages.listPages({ ...otherAccount(), per_page: 10, url })).toMatchObject({ pages: [] })
  })

  it('has the pages that changed, by the time of the change', async () => {
    const since = new Date().toISOString()
    site.pages.set('/b', { html: page('Other words.') })
    const second = { ...batch, batch_id: crypto.randomUUID(), submitted_at: since, urls: [`${site.origin}/b`] }
    await world.submit(second)
    await world.decided(second)
    const changed = await pages.listPages({ ...ids(), per_page: 10, changed_since: since })
    expect(changed.pages).toMatchObject([{ url: `${site.origin}/b`, changed_at: expect.any(String) }])
    await expect(pages.listPages({ ...ids(), per_page: 10, changed_since: 'today' })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('refuses the cursor of another list', async () => {
    const { next_cursor: cursor } = await pages.listPages({ ...ids(), per_page: 1 })
    await expect(pages.listPages({ ...ids(), per_page: 1, state: 'live', cursor })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('is empty for another account, as are its verdicts', async () => {
    expect(await pages.listPages({ ...otherAccount(), per_page: 10 })).toMatchObject({ pages: [] })
    const url = `${site.origin}/a`
    expect((await pages.listVerdicts({ ...ids(), url, per_page: 10 })).verdicts).toHaveLength(1)
    expect(await pages.listVerdicts({ ...otherAccount(), url, per_page: 10 })).toMatchObject({ verdicts: [] })
  })
})

describe('page rules', () => {
  const put = (rules: object) => pages.putPageRules({ ...ids(), rules_json: JSON.stringify(rules) })

  it('take what they name out of the comparison', async () => {
    site.pages.set('/rules', { html: page('About tea.</p><p class="views">7 views') })
    const check = async () => {
      const sent = { ...batch, batch_id: crypto.randomUUID(), urls: [`${site.origin}/rules`] }
      await world.submit(sent)
      await world.decided(sent)
      const { rows } = await world.db.query<{ hash: string }>({
        text: `select encode(content_hash, 'hex') as hash from page where account_id = $1 and url = $2`,
        values: [batch.account_id, `${site.origin}/rules`],
      })
      return rows[0]?.hash
    }
    await put({ ignore: ['.views'] })
    const before = await check()
    site.pages.set('/rules', { html: page('About tea.</p><p class="views">8 views') })
    expect(await check()).toBe(before)
    await put({})
    expect(await check()).not.toBe(before)
  })

  it('that cannot be used are refused by their field', async () => {
    await expect(put({ ignore: ['a > b'] })).rejects.toMatchObject({
      code: 'invalid',
      errors: { 'ignore[0]': [expect.any(String)] },
    })
  })

  it('are those of the account alone', async () => {
    await put({ main: '#content' })
    expect(await pages.getPageRules(otherAccount())).toEqual({ rules_json: '{}' })
    await put({})
  })
})

it('the decisions of a project are counted by verdict and reason', async () => {
  const fresh = submission(site.origin, ['/a', '/b', '/c', '/hidden'])
  await world.submit(fresh)
  await world.decided(fresh)
  const { account_id, project_id } = fresh
  expect(await pages.countVerdicts({ account_id, project_id })).toEqual({
    days: 30,
    counts: [
      { verdict: 'send', urls: 3 },
      { verdict: 'skip', reason: 'noindex', urls: 1 },
    ],
    is_complete: true,
  })
  expect(await pages.countVerdicts(otherAccount())).toEqual({ days: 30, counts: [], is_complete: true })
})

describe('a check on request', () => {
  it('has the verdict, and remembers nothing', async () => {
    const known = async () => (await pages.listPages({ ...ids(), per_page: 100 })).pages.length
    const before = await known()
    site.pages.set('/later', { html: page('Later.') })
    const urls = [`${site.origin}/later`, `${site.origin}/hidden`]
    const checked = await pages.checkUrls({
      ...ids(),
      project: '127.0.0.1',
      channel: 'indexnow',
      action: 'update',
      urls,
    })
    expect(checked.urls).toMatchObject([
      { verdict: 'send', status: 200 },
      { verdict: 'skip', reason: 'noindex' },
    ])
    expect(await known()).toBe(before)
  })

  it('names what it had no time for', async () => {
    await using copy = await world.startCopy({ timing: { request: 0 } })
    await using hurried = world.call(copy)
    const urls = [`${site.origin}/a`, `${site.origin}/b`]
    const request = { ...ids(), project: '127.0.0.1', channel: 'indexnow', action: 'update', urls }
    const notReached = urls.map((url) => ({ url, verdict: 'not_checked', reason: 'busy', changed: [] }))
    expect((await hurried.checkUrls(request)).urls).toEqual(notReached.map((one) => expect.objectContaining(one)))
  })

  it('takes ten URLs at most', async () => {
    const urls = Array.from({ length: 11 }, (_, n) => `${site.origin}/${n}`)
    await expect(
      pages.checkUrls({ ...ids(), project: '127.0.0.1', channel: 'indexnow', action: 'update', urls }),
    ).rejects.toMatchObject({ code: 'invalid' })
  })
})
