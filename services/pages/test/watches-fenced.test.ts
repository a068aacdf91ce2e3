import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { site, usePages, world } from './use-pages.ts'

usePages({ sites: 'one' })

it('a watch is not let into a private network', async () => {
  await using fenced = await world.startCopy({ config: { FETCH_ALLOW: '' } })
  await using client = world.callWatches(fenced)
  site.pages.set('/sitemap.xml', { html: `${site.origin}/tea`, headers: { 'content-type': 'text/plain' } })
  const key = { account_id: randomUUID(), project_id: randomUUID(), id: 'main' }
  const settings = { url: `${site.origin}/sitemap.xml`, kind: 'auto', every_minutes: 60, trust: 'auto' }
  const others = { deletes: 'send', first: 'send', include: [], exclude: [] }
  await client.putWatch({ ...key, project: '127.0.0.1', settings: { ...settings, ...others } })
  await until('it is scanned', async () => (await client.getWatch(key)).last_scan?.outcome === 'failed')
  const { last_scan, files } = await client.getWatch(key)
  expect(last_scan).toMatchObject({ problems: [{ code: 'blocked_address' }] })
  expect(files).toMatchObject([{ dates_are_trusted: false, dates: 'The file has not been read yet.' }])
  expect(site.asked).toEqual([])
})
