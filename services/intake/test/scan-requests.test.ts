import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import type { Body } from '@pagebell/messages/define-message'
import { scanRequested } from '@pagebell/messages/scan-requested'
import { until } from '@pagebell/testing/until'
import { intake, newHook, test, useIntake } from './intake-under-test.ts'
import { newSource, post } from './new-source.ts'

useIntake()

const running = new AsyncDisposableStack()
const requested: Body<typeof scanRequested>[] = []
let broker: Broker
beforeAll(async () => {
  const { url, prefix } = test.broker
  broker = running.use(await connectBroker({ url, prefix, log: test.log, service: 'intake-test' }))
  running.use(
    await broker.consume(scanRequested, 'pages', async (body) => {
      requested.push(body)
    }),
  )
})
afterAll(() => running.disposeAsync())

const requestsOf = ({ project_id }: { project_id: string }) => requested.filter((one) => one.project_id === project_id)
const custom = { kind: 'custom', secret: '', rules: [{ when: { type: 'deployed' }, action: 'scan' }] }
const deployed = (id: number) => ({ type: 'deployed', id })

describe('a deploy hook', () => {
  const scan = (token: string, body?: string) =>
    fetch(`${intake.url}/api/hooks/${token}/scan`, {
      method: 'POST',
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    })

  it.each([undefined, '{"deploy":{"state":"ready"}}'])('has the watches of the project scanned: %j', async (body) => {
    const hook = await newHook(intake)
    const answer = await scan(hook.token, body)
    expect([answer.status, await answer.json()]).toEqual([202, { status: 202 }])
    await until('the scan is requested', () => requestsOf(hook).length === 1)
    expect(requestsOf(hook)).toMatchObject([{ account_id: hook.account_id }])
  })

  it('has none scanned with a token that is not accepted', async () => {
    const [source, marker] = [await newSource(custom), await newHook(intake)]
    for (const token of [source.token, 'pbh_unknown']) expect((await scan(token)).status).toBe(404)
    await scan(marker.token)
    await until('the other scan is requested', () => requestsOf(marker).length === 1)
    expect(requestsOf(source)).toEqual([])
  })
})

describe('a sender that does not say which pages have changed', () => {
  it('has the watches of its project scanned, once for reports that come together', async () => {
    const source = await newSource(custom)
    for (const id of [1, 2, 3]) {
      const { status, body } = await post(source.token, deployed(id))
      expect([status, body]).toMatchObject([200, { verdict: 'scan' }])
    }
    await until('the scan is requested', () => requestsOf(source).length > 0)
    expect(requestsOf(source)).toMatchObject([{ account_id: source.account_id }])
  })

  it('has none scanned by a delivery that is not authentic', async () => {
    const [source, marker] = [await newSource({ kind: 'github' }), await newSource(custom)]
    const push = { ref: 'refs/heads/main', commits: [], repository: { default_branch: 'main' } }
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
    expect((await post(source.token, push, { headers })).status).toBe(401)
    await post(marker.token, deployed(1))
    await until('the other scan is requested', () => requestsOf(marker).length === 1)
    expect(requestsOf(source)).toEqual([])
  })
})
