import { beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { again, page, publishAnnounced, submission } from './start-pages.ts'
import { running, site, usePages, world } from './use-pages.ts'

usePages({ sites: 'one' })
beforeAll(async () => {
  running.use(await world.startCopy())
})

it('has the page announced as well that a redirect or a canonical link leads to, once', async () => {
  site.pages.set('/old', { status: 301, headers: { location: '/target' } })
  site.pages.set('/print', { html: page('Assam.', `<link rel="canonical" href="${site.origin}/article#top">`) })
  site.pages.set('/foreign', { status: 301, headers: { location: 'https://example.com/' } })
  site.pages.set('/listed', { status: 301, headers: { location: '/new' } })
  site.pages.set('/new', { html: page('Assam.') })
  const batch = submission(site.origin, ['/old', '/print', '/foreign', '/listed', '/new'])
  await world.submit(batch)
  await publishAnnounced(world, batch)
  const found = [`${site.origin}/article`, `${site.origin}/target`]
  await until('both are found', () => world.foundOf(batch.project_id).length === 2)
  expect(world.foundOf(batch.project_id).toSorted()).toEqual(found)

  // The redirect is known by now, and a deletion leads to nothing.
  const second = again(batch, { urls: [`${site.origin}/old`] })
  const deletion = again(batch, { action: 'delete', urls: [`${site.origin}/print`] })
  await world.submit(second)
  await world.submit(deletion)
  expect(await world.decided(second)).toMatchObject({ '/old': { verdict: 'skip', reason: 'redirects' } })
  await world.decided(deletion)
  const marker = again(batch, { urls: [`${site.origin}/print`] })
  await world.submit(marker)
  await until('the next one is found', () => world.foundOf(batch.project_id).length > 2)
  expect(world.foundOf(batch.project_id)).toHaveLength(3)
})

it('a page that was found leads to no other, so that redirects without an end cost one URL more', async () => {
  for (let number = 0; number < 5; number += 1)
    site.pages.set(`/session/${number}`, { status: 302, headers: { location: `/session/${number + 1}` } })
  const first = submission(site.origin, ['/session/0'])
  await world.submit(first)
  const next = `${site.origin}/session/1`
  await until('the next one is found', () => world.foundOf(first.project_id).includes(next))
  // As intake submits it.
  const second = again(first, { urls: [next] })
  await world.submit(second)
  expect(await world.decided(second)).toMatchObject({
    '/session/1': { verdict: 'send', announces: { state: 'moved' } },
  })
  const marker = again(first, { urls: [`${site.origin}/session/3`] })
  await world.submit(marker)
  await until('another one is found', () => world.foundOf(first.project_id).length > 1)
  expect(world.foundOf(first.project_id)).toEqual([next, `${site.origin}/session/4`])
})
