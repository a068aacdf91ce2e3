import { beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { again, page, type Submitted, submission } from './start-pages.ts'
import { site, usePages, world } from './use-pages.ts'

usePages({ sites: 'each' })
beforeEach(() => {
  site.pages.set('/tea', { html: page('Old tea.') })
})

type Wait = NonNullable<NonNullable<Submitted['schedule']>['wait']>
const waitFor = (contains: string, changes: Partial<Wait> = {}): Pick<Submitted, 'schedule'> => ({
  schedule: { wait: { url: `${site.origin}/version.txt`, contains, for_seconds: 600, over: 'send', ...changes } },
})
const untilRequested = (times: number) =>
  until('the version is asked for', () => site.askedFor('/version.txt') >= times)

function deploy(version: string): void {
  site.pages.set('/tea', { html: page(`Tea of ${version}.`) })
  site.pages.set('/version.txt', { headers: { 'content-type': 'text/plain' }, html: version })
}

describe('a batch that waits for a deploy', () => {
  it('has no page requested before the text is there, and is checked then', async () => {
    await using _copy = await world.startCopy()
    deploy('v1')
    const batch = submission(site.origin, ['/tea'], waitFor('v2'))
    await world.submit(batch)
    await untilRequested(3)
    expect(site.askedFor('/tea')).toBe(0)
    expect(world.verdictsOf(batch.batch_id)).toEqual([])

    deploy('v2')
    expect(await world.decided(batch)).toMatchObject({ '/tea': { verdict: 'send', announces: { state: 'live' } } })
    expect(site.askedFor('/tea')).toBeGreaterThan(0)
    expect(site.asked.find(({ path }) => path === '/version.txt')?.headers['cache-control']).toBe('no-cache')
  })

  it('is checked at once if a later message of it comes after the end', async () => {
    await using _copy = await world.startCopy()
    deploy('v1')
    site.pages.set('/more', { html: page('More.') })
    const first = submission(site.origin, ['/tea'], waitFor('v1'))
    await world.submit(first)
    await world.decided(first)
    const asked = site.askedFor('/version.txt')
    const urls = [`${site.origin}/more`]
    await world.submit({ ...first, urls }, `${first.batch_id}.2`)
    await until('it is decided', () => world.verdictsOf(first.batch_id).some(({ url }) => urls.includes(url)))
    expect(site.askedFor('/version.txt')).toBe(asked)
  })

  it('is checked all the same when its time is over', async () => {
    await using _copy = await world.startCopy()
    const batch = submission(site.origin, ['/tea'], waitFor('v2', { for_seconds: 1 }))
    await world.submit(batch)
    expect(await world.decided(batch)).toMatchObject({ '/tea': { verdict: 'send' } })
    expect(site.askedFor('/version.txt')).toBeGreaterThan(0)
  })

  it('is skipped whole when its time is over, if its sender wants that', async () => {
    await using _copy = await world.startCopy()
    const batch = submission(site.origin, ['/tea', '/other'], waitFor('v2', { for_seconds: 1, over: 'drop' }))
    await world.submit(batch)
    const skipped = { verdict: 'skip', reason: 'wait_over' }
    expect(await world.decided(batch)).toMatchObject({ '/tea': skipped, '/other': skipped })
    await world.submit({ ...batch, urls: [`${site.origin}/late`] }, `${batch.batch_id}.2`)
    await until('it is skipped', () => world.verdictsOf(batch.batch_id).length === 3)
    expect(world.verdictsOf(batch.batch_id)[2]).toMatchObject({ url: `${site.origin}/late`, ...skipped })
    expect(site.askedFor('/tea')).toBe(0)
  })

  it('waits on when the copy that asked has ended, and takes the next copy’s answer', async () => {
    const batch = submission(site.origin, ['/tea'], waitFor('v2'))
    {
      await using _copy = await world.startCopy()
      await world.submit(batch)
      await untilRequested(1)
    }
    deploy('v2')
    await using _other = await world.startCopy()
    expect(await world.decided(batch)).toMatchObject({ '/tea': { verdict: 'send' } })
  })

  it('shares its requests with the other batches that wait for the same page', async () => {
    await using _copy = await world.startCopy({ timing: { wait: 600_000 } })
    deploy('v2')
    const { wait } = waitFor('v2').schedule ?? {}
    // Nothing is requested until all of them are made due, by one statement.
    const not_before = new Date(Date.now() + 600_000).toISOString()
    const first = submission(site.origin, ['/tea'], { schedule: { not_before, ...(wait && { wait }) } })
    const batches = [first, ...Array.from({ length: 5 }, () => again(first))]
    const values = [first.account_id]
    await Promise.all(batches.map((batch) => world.submit(batch)))
    await until('all wait', async () => {
      const text = 'select from deploy_wait where account_id = $1'
      return (await world.db.query({ text, values })).rowCount === batches.length
    })
    await world.db.query({ text: 'update deploy_wait set due_at = now() where account_id = $1', values })
    for (const batch of batches) await world.decided(batch)
    expect(site.askedFor('/version.txt')).toBe(1)
  })

  it('is not let into a private network', async () => {
    await using _copy = await world.startCopy({ config: { FETCH_ALLOW: '' } })
    deploy('v2')
    const batch = submission(site.origin, ['/tea'], waitFor('v2', { for_seconds: 1 }))
    await world.submit(batch)
    await world.decided(batch)
    expect(site.asked).toEqual([])
  })

  it('is forgotten with its project', async () => {
    await using _copy = await world.startCopy()
    const batch = submission(site.origin, ['/tea'], waitFor('v2'))
    await world.submit(batch)
    await untilRequested(1)
    const { account_id, project_id } = batch
    await world.deleteProject({ account_id, project_id, project: '127.0.0.1', deleted_at: new Date().toISOString() })
    await until('nothing of it is left', async () => {
      const text =
        'select from deploy_wait where project_id = $1 union all select from page_check where project_id = $1'
      return (await world.db.query({ text, values: [project_id] })).rowCount === 0
    })
  })
})

it('a batch with a moment is checked from then on', async () => {
  await using _copy = await world.startCopy()
  const moment = Date.now() + 1_500
  const batch = submission(site.origin, ['/tea'], { schedule: { not_before: new Date(moment).toISOString() } })
  await world.submit(batch)
  expect(await world.decided(batch)).toMatchObject({ '/tea': { verdict: 'send' } })
  expect(Date.now()).toBeGreaterThanOrEqual(moment)
})
