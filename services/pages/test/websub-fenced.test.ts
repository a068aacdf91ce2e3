import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { site, usePages, world } from './use-pages.ts'

usePages({ sites: 'one' })

const settings = { kind: 'auto', every_minutes: 60, trust: 'auto', deletes: 'send', first: 'send' }

async function watchFeed(rpcPort: number, hub: string) {
  const html = `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="hub" href="${hub}"/>
<entry><link href="${site.origin}/tea"/></entry></feed>`
  site.pages.set('/feed.xml', { html, headers: { 'content-type': 'application/atom+xml' } })
  const client = world.callWatches({ rpcPort })
  const key = { account_id: randomUUID(), project_id: randomUUID(), id: 'main' }
  const url = `${site.origin}/feed.xml`
  await client.putWatch({ ...key, project: '127.0.0.1', settings: { ...settings, url, include: [], exclude: [] } })
  return { client, key, shown: async () => (await client.getWatch(key)).websub ?? undefined }
}

it('a hub in a private network is not asked', async () => {
  // The site of the test is in one that is allowed; that of the hub is not.
  const config = { FETCH_ALLOW: '127.0.0.1/32', PUBLIC_URL: 'http://127.0.0.1:9' }
  await using fenced = await world.startCopy({ config })
  const { client, shown } = await watchFeed(fenced.rpcPort, 'http://127.0.0.2:9/')
  await using _client = client
  const problem = 'The hub cannot be reached: its address is not on the public web.'
  await until('the request has failed', async () => (await shown())?.problem === problem)
  expect(await shown()).toMatchObject({ state: 'failed' })
})

it('where hubs cannot reach this installation, none is asked, and the watch says why', async () => {
  const other = 'http://10.1.2.3:8080'
  await using unreachable = await world.startCopy({ config: { PUBLIC_URL: other } })
  const { client, shown } = await watchFeed(unreachable.rpcPort, `${site.origin}/hub`)
  await using _client = client
  await until('the hub is known', shown)
  expect(await shown()).toMatchObject({
    state: 'unavailable',
    problem: 'Hubs cannot reach PUBLIC_URL, the address of this installation, so that none is asked.',
  })
  expect(site.askedFor('/hub')).toBe(0)
})
