import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { startWebSubHub } from '@pagebell/sandbox/websub-hub'
import { until } from '@pagebell/testing/until'
import { killCopy, spawnCopy } from './spawn-copy.ts'
import { running, site, usePages, world } from './use-pages.ts'

usePages({ sites: 'one' })

const key = { account_id: randomUUID(), project_id: randomUUID(), id: 'main' }
const values = [key.project_id]
const query = async <Row>(text: string): Promise<Row[]> => (await world.db.query<Row>({ text, values })).rows

async function putWatch({ rpcPort }: { rpcPort: number }, url: string): Promise<void> {
  await using client = world.callWatches({ rpcPort })
  const settings = { url, kind: 'auto', every_minutes: 60, trust: 'auto', deletes: 'send', first: 'remember' }
  await client.putWatch({ ...key, project: '127.0.0.1', settings: { ...settings, include: [], exclude: [] } })
}

const serveFeed = (hub: string): void => {
  const html = `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="hub" href="${hub}"/>
<entry><link href="${site.origin}/tea"/></entry></feed>`
  site.pages.set('/feed.xml', { html, headers: { 'content-type': 'application/atom+xml' } })
}

it('what a copy has requested that is killed before the verification, another one verifies', async () => {
  const hub = running.use(await startWebSubHub())
  hub.behave({ verifies: 'never' })
  serveFeed(hub.url)
  // No hub reaches this copy: it scans, and the killed one requests.
  const planner = await world.startCopy({ config: { PUBLIC_URL: 'http://10.1.2.3' } })
  await putWatch(planner, `${site.origin}/feed.xml`)
  await until(
    'it is planned',
    async () => (await query('select from hub_subscription where project_id = $1')).length === 1,
  )
  await planner[Symbol.asyncDispose]()
  expect(hub.calls).toEqual([])

  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  running.defer(() => gate.resolve())
  hub.behave({
    verifies: 'never',
    before: () => {
      asked.resolve()
      return gate.promise
    },
  })
  const copy = await spawnCopy({ config: { PUBLIC_URL: 'http://127.0.0.1:9' } })
  await asked.promise
  await killCopy(copy)
  gate.resolve()

  await using other = await world.startCopy({ config: { PUBLIC_URL: 'http://10.1.2.3' } })
  await using client = world.callSubscriptions(other)
  const token = hub.calls[0]?.callback.split('/').at(-1)
  await client.verifyIntent({ token, mode: 'subscribe', topic: `${site.origin}/feed.xml`, lease_seconds: 864_000 })
  const [row] = await query<{ is_active: boolean; next_in: number }>(
    `select expires_at > now() as is_active, extract(epoch from next_at - now())::float8 / 86400 as next_in
      from hub_subscription where project_id = $1`,
  )
  expect(row).toMatchObject({ is_active: true })
  expect(row?.next_in).toBeGreaterThan(7)
  expect(hub.calls).toHaveLength(1)
})

it('a subscription that a killed copy has claimed is requested again by another one', async () => {
  const hub = running.use(await startWebSubHub())
  hub.behave({ verifies: 'never' })
  const text = `
    update hub_subscription set hub = $2, verified_at = null, expires_at = null, lease = gen_random_uuid(),
      next_at = now() where project_id = $1`
  await world.db.query({ text, values: [key.project_id, hub.url] })
  await using _other = await world.startCopy({ config: { PUBLIC_URL: 'http://127.0.0.1:9' } })
  await until('the hub is asked', () => hub.calls.length === 1)
  expect(hub.calls).toMatchObject([{ mode: 'subscribe' }])
})
