import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { again, page, publishAnnounced, startPagesWorld, startSite, submission } from './start-pages.ts'
import { running, site, usePages, world } from './use-pages.ts'

usePages({ sites: 'each' })
beforeAll(async () => {
  running.use(await world.startCopy())
})

describe('a check', () => {
  it('decides for each URL, and says what it found', async () => {
    site.pages.set('/new', { html: page('Assam.') })
    site.pages.set('/hidden', { html: page('Draft.', '<meta name="robots" content="noindex">') })
    site.pages.set('/copy', { html: page('Assam.', `<link rel="canonical" href="${site.origin}/new">`) })
    site.pages.set('/moved', { status: 308, headers: { location: '/new' } })
    site.pages.set('/login', { status: 403 })
    const batch = submission(site.origin, ['/new', '/hidden', '/copy', '/moved', '/login'])
    await world.submit(batch)

    expect(await world.decided(batch)).toMatchObject({
      '/new': { verdict: 'send', announces: { state: 'live' }, checked: { status: 200, indexable: true } },
      '/hidden': { verdict: 'skip', reason: 'noindex', checked: { indexable: false } },
      '/copy': { verdict: 'skip', reason: 'canonical_elsewhere', checked: { canonical: `${site.origin}/new` } },
      '/moved': { verdict: 'send', announces: { state: 'moved', target: `${site.origin}/new` } },
      '/login': { verdict: 'not_checked', reason: 'challenged' },
    })
  })

  it('skips what was announced to a channel, and to no other channel', async () => {
    site.pages.set('/tea', { html: page('Darjeeling.') })
    const first = submission(site.origin, ['/tea'])
    await world.submit(first)
    await publishAnnounced(world, first)

    const second = again(first)
    const bing = again(first, { channel: 'bing' })
    await world.submit(second)
    await world.submit(bing)
    expect(await world.decided(second)).toMatchObject({ '/tea': { verdict: 'skip', reason: 'unchanged' } })
    expect(await world.decided(bing)).toMatchObject({ '/tea': { verdict: 'send' } })
  })

  it('names what differs from the announced version, however often the page has changed since', async () => {
    site.pages.set('/tea', { html: page('Darjeeling.') })
    const first = submission(site.origin, ['/tea'])
    await world.submit(first)
    await publishAnnounced(world, first)
    const changedTo = async (html: string) => {
      site.pages.set('/tea', { html })
      const batch = again(first)
      await world.submit(batch)
      return (await world.decided(batch))['/tea']?.checked?.changed
    }
    expect(await changedTo(page('Oolong.'))).toEqual(['main'])
    const description = '<meta name="description" content="Tea.">'
    expect(await changedTo(page('Assam.', description))).toEqual(['description', 'main'])
    expect(await changedTo(page('Darjeeling.', description))).toEqual(['description'])
  })

  it('does not take a page for announced whose delivery has not ended', async () => {
    site.pages.set('/tea', { html: page('Darjeeling.') })
    const first = submission(site.origin, ['/tea'])
    await world.submit(first)
    await world.decided(first)
    const second = again(first)
    await world.submit(second)
    expect(await world.decided(second)).toMatchObject({ '/tea': { verdict: 'send' } })
  })

  it('takes 304 for the version that the validator is of', async () => {
    const html = page('Oolong.')
    site.handlers.set('/tea', (request, response) => {
      const isKnown = request.headers['if-none-match'] === '"one"'
      response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag: '"one"' }).end(isKnown ? '' : html)
    })
    const first = submission(site.origin, ['/tea'])
    await world.submit(first)
    await publishAnnounced(world, first)
    const second = again(first)
    await world.submit(second)
    expect(await world.decided(second)).toMatchObject({ '/tea': { verdict: 'skip', reason: 'unchanged' } })
    // The comparison of two copies asks without a validator, and may come between.
    const validators = site.asked.filter(({ path }) => path === '/tea').map(({ headers }) => headers['if-none-match'])
    expect(validators).toContain('"one"')
  })

  it('holds a page that is gone, three times, before it is announced as removed', async () => {
    site.pages.set('/tea', { html: page('Darjeeling.') })
    const first = submission(site.origin, ['/tea'])
    await world.submit(first)
    await publishAnnounced(world, first)
    site.pages.delete('/tea')
    const [deleted, unknown] = [again(first), again(first, { urls: [`${site.origin}/never`] })]
    await world.submit(deleted)
    await world.submit(unknown)

    expect(await world.decided(deleted)).toMatchObject({
      '/tea': { verdict: 'send', as: 'delete', announces: { state: 'gone' } },
    })
    expect(await world.decided(unknown)).toMatchObject({ '/never': { verdict: 'skip', reason: 'not_found' } })
    const holds = world.verdictsOf(deleted.batch_id).filter(({ verdict }) => verdict === 'hold')
    expect(holds).toHaveLength(3)
    expect(holds[0]).toMatchObject({ reason: 'not_found', until: expect.any(String) })
  })

  it('sends a page that comes back during a deploy', async () => {
    const batch = submission(site.origin, ['/tea'])
    await world.submit(batch)
    await until('it is held', () => world.verdictsOf(batch.batch_id).length > 0)
    site.pages.set('/tea', { html: page('Back.') })
    expect(await world.decided(batch)).toMatchObject({ '/tea': { verdict: 'send', announces: { state: 'live' } } })
  })

  it('asks a site that fails twice more, then sends without a check', async () => {
    site.pages.set('/tea', { status: 503 })
    const batch = submission(site.origin, ['/tea'])
    await world.submit(batch)
    expect(await world.decided(batch)).toMatchObject({ '/tea': { verdict: 'not_checked', reason: 'http_503' } })
    expect(site.askedFor('/tea')).toBe(3)
  })

  it('judges robots.txt for the crawlers of the channel', async () => {
    site.pages.set('/robots.txt', { html: 'User-agent: Googlebot\nDisallow: /' })
    site.pages.set('/tea', { html: page('Darjeeling.') })
    const google = submission(site.origin, ['/tea'], { channel: 'google' })
    const indexnow = again(google, { channel: 'indexnow' })
    await world.submit(google)
    await world.submit(indexnow)
    expect(await world.decided(google)).toMatchObject({ '/tea': { verdict: 'skip', reason: 'robots' } })
    expect(await world.decided(indexnow)).toMatchObject({ '/tea': { verdict: 'send' } })
  })

  it('takes a site whose first page is noindex for a test of the public one', async () => {
    site.pages.set('/', { headers: { 'x-robots-tag': 'noindex' }, html: page('Preview.') })
    site.pages.set('/tea', { html: page('Darjeeling.') })
    const batch = submission(site.origin, ['/tea'])
    await world.submit(batch)
    expect(await world.decided(batch)).toMatchObject({ '/tea': { verdict: 'skip', reason: 'staging' } })
  })

  it('is made once for a message that comes twice', async () => {
    site.pages.set('/tea', { html: page('Darjeeling.') })
    const batch = submission(site.origin, ['/tea'])
    const marker = again(batch, { urls: [`${site.origin}/`] })
    await world.submit(batch)
    await world.decided(batch)
    await world.submit(batch)
    await world.submit(marker)
    await world.decided(marker)
    expect(world.verdictsOf(batch.batch_id)).toHaveLength(1)
  })

  it('is not made past the limit of the account', async () => {
    site.pages.set('/tea', { html: page('Darjeeling.') })
    const batch = submission(site.origin, ['/tea', '/two'])
    const limits = { urls_per_day: 0, urls_per_month: null }
    await world.setPlan({ account_id: batch.account_id, limits, version: 1 })
    await until('the limit is known', async () => {
      const values = [batch.account_id]
      return (await world.db.query({ text: 'select from account_limit where account_id = $1', values })).rowCount === 1
    })
    await world.db.query({
      text: `insert into check_use values ($1, (clock_timestamp() at time zone 'UTC')::date, 999)`,
      values: [batch.account_id],
    })
    await world.submit(batch)
    const reasons = Object.values(await world.decided(batch)).map(({ verdict, reason }) => `${verdict} ${reason}`)
    expect(reasons.sort()).toEqual(['not_checked check_limit', 'send undefined'])
    await until('nothing is left to check', async () => {
      const text = 'select from page_check where account_id = $1'
      return (await world.db.query({ text, values: [batch.account_id] })).rowCount === 0
    })
    expect(site.asked.filter(({ path }) => path === '/two')).toEqual([])
  })

  it('forgets the pages of a deleted project, and checks no more of them', async () => {
    site.pages.set('/tea', { html: page('Darjeeling.') })
    const batch = submission(site.origin, ['/tea'])
    const { account_id, project_id, project } = batch
    await world.submit(batch)
    await publishAnnounced(world, batch)
    await world.deleteProject({ account_id, project_id, project, deleted_at: new Date().toISOString() })
    const count = async () => {
      const values = [account_id]
      const tables = ['page', 'page_announcement', 'page_verdict', 'page_project']
      const text = tables.map((table) => `select from ${table} where account_id = $1`).join(' union all ')
      return (await world.db.query({ text, values })).rowCount
    }
    await until('nothing is known of it', async () => (await count()) === 0)
    const late = again(batch)
    const marker = submission(site.origin, ['/tea'])
    await world.submit(late)
    await world.submit(marker)
    await world.decided(marker)
    expect(world.verdictsOf(late.batch_id)).toEqual([])
  })
})

describe('the pace', () => {
  it('is two connections and the interval for one host, whatever waits', async () => {
    const slow = { interval: 250, slice: 5_000, lease: 30_000 }
    const other = await startPagesWorld()
    await using _world = other
    await using _copy = await other.startCopy({ timing: slow })
    const paths = Array.from({ length: 8 }, (_, n) => `/${n}`)
    for (const path of paths) {
      site.handlers.set(path, (_request, response) => {
        setTimeout(() => response.end(page(path)), 150)
      })
    }
    const batch = submission(site.origin, paths)
    await other.submit(batch)
    await other.decided(batch)
    expect(site.maxOpen()).toBeLessThanOrEqual(2)
    const starts = site.asked.map(({ at }) => at).toSorted((a, b) => a - b)
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
    // Arrivals: what the network delays comes closer to the next one.
    expect(Math.min(...gaps)).toBeGreaterThan(slow.interval / 2)
    // Two connections alone would take 600 ms; the eight pages, robots.txt and the first page have nine intervals.
    expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(1_800)
  })

  it('is that of robots.txt where it asks for a slower one', async () => {
    site.pages.set('/robots.txt', { html: 'User-agent: *\nCrawl-delay: 0.4' })
    for (const path of ['/one', '/two', '/three']) site.pages.set(path, { html: page(path) })
    const batch = submission(site.origin, ['/one', '/two', '/three'])
    await world.submit(batch)
    await world.decided(batch)
    const starts = site.asked.filter(({ path }) => /^\/(one|two|three)$/.test(path)).map(({ at }) => at)
    expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(700)
  })

  it('of hosts that wait until tomorrow delays no other host of their account', async () => {
    const later = { schedule: { not_before: new Date(Date.now() + 86_400_000).toISOString() } }
    const waiting = Array.from({ length: 250 }, (_, n) => `http://${String(n).padStart(3, '0')}.waiting.example/`)
    const tomorrow = submission('', waiting, later)
    await world.submit(tomorrow)
    await until('they wait', async () => {
      const values = [tomorrow.account_id]
      return (await world.db.query({ text: 'select from page_check where account_id = $1', values })).rowCount === 250
    })
    site.pages.set('/tea', { html: page('Darjeeling.') })
    const now = submission(site.origin, ['/tea'], { account_id: tomorrow.account_id })
    await world.submit(now)
    expect(await world.decided(now)).toMatchObject({ '/tea': { verdict: 'send' } })
  })

  it('of a host that hangs delays no page of another account', async () => {
    const hosts = await Promise.all(Array.from({ length: 12 }, () => startSite()))
    for (const one of hosts) one.handlers.set('/robots.txt', () => undefined)
    const account_id = crypto.randomUUID()
    for (const one of hosts) await world.submit(submission(one.origin, ['/hang'], { account_id }))
    await until('some hang', () => hosts.filter((one) => one.asked.length > 0).length >= 2)

    site.pages.set('/tea', { html: page('Darjeeling.') })
    const began = performance.now()
    // One after the other, each of another account: between them it takes every host at once that it may.
    for (let n = 0; n < 12; n++) {
      const batch = submission(site.origin, ['/tea'])
      await world.submit(batch)
      await world.decided(batch)
    }
    expect(performance.now() - began).toBeLessThan(5_000)
    for (const one of hosts) await one[Symbol.asyncDispose]()
  })
})

describe('a copy that is killed', () => {
  it('between the request and the message loses no check, and another one decides once', async () => {
    const other = await startPagesWorld()
    await using _world = other
    let release: (() => void) | undefined
    site.handlers.set('/tea', (_request, response) => {
      release = () => response.end(page('Darjeeling.'))
    })
    const copy = spawn(process.execPath, [fileURLToPath(new URL('copy-main.ts', import.meta.url))], {
      env: { PATH: process.env['PATH'], SETTINGS: JSON.stringify(other.settingsOf()) },
      stdio: 'ignore',
    })
    const batch = submission(site.origin, ['/tea'])
    await other.submit(batch)
    await until('the page is asked for', () => release !== undefined)
    copy.kill('SIGKILL')
    await once(copy, 'exit')
    release?.()
    expect(other.verdictsOf(batch.batch_id)).toEqual([])

    site.handlers.delete('/tea')
    site.pages.set('/tea', { html: page('Darjeeling.') })
    await using _second = await other.startCopy()
    expect(await other.decided(batch)).toMatchObject({ '/tea': { verdict: 'send' } })
    expect(other.verdictsOf(batch.batch_id)).toHaveLength(1)
  })
})
