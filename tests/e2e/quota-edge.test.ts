import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { freePort } from '@pagebell/start/free-port'
import { databaseName } from '@pagebell/start/prepare-databases'
import { testRun } from '@pagebell/testing/test-run'
import { until } from '@pagebell/testing/until'
import pg from 'pg'
import { startTestSystem, type TestSystem } from './test-system.ts'

type Submitted = { urls: string[]; status: number; body: { results?: { url: string; verdict: string }[] } }

let system: TestSystem

beforeAll(async () => {
  // The hosts of this test do not exist, so their key files cannot be fetched.
  system = await startTestSystem({ env: { SANDBOX_FETCH_KEY_FILES: '0' } })
})

afterAll(async () => {
  await system?.destroy()
})

it('charges 200 clients at the edge of a quota of 1,000 exactly for the accepted URLs, and the refused succeed on a larger plan', async () => {
  const email = 'edge@pagebell.localhost'
  const account = await system.admin<{ account_id: string; api_key: string }>(
    'account',
    'create',
    '--email',
    email,
    '--plan',
    'free',
  )
  await system.api('POST', '/projects', { key: account.api_key, body: { project: 'edge.example' } })
  const hook = await system.api<{ data: { token: string } }>('POST', '/projects/edge.example/hook', {
    key: account.api_key,
  })
  const { token } = hook.body.data

  await limitTo1000(account.account_id)

  // Two intake processes, each with half of the clients.
  const [port, rpc, health] = [await freePort(), await freePort(), await freePort()]
  await system.launchCopy('intake', {
    INTAKE_PORT: String(port),
    INTAKE_RPC_PORT: String(rpc),
    INTAKE_HEALTH_PORT: String(health),
  })
  const intakes = [system.ports['INTAKE_PORT'], port]
  const submit = async (client: number, urls: string[]): Promise<Submitted> => {
    const url = `http://127.0.0.1:${intakes[client % 2]}/api/hooks/${token}/submit`
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ urls }) }
    // A busy machine asks a client to come again. What it kept all the same would be charged and not be accepted here.
    const response = await until('intake has room', async () => {
      const one = await fetch(url, init)
      if (one.status !== 503) return one
      await one.body?.cancel()
      return undefined
    })
    return {
      urls,
      status: response.status,
      body: (await response.json()) as Submitted['body'],
    }
  }
  // Each batch of 12 shares 4 URLs with its neighbour: 200 × 8 = 1,600 distinct ones for a quota of 1,000.
  const batch = (client: number): string[] =>
    Array.from({ length: 12 }, (_, i) => `https://edge.example/page/${(client * 8 + i) % 1_600}`)
  const answers = await Promise.all(Array.from({ length: 200 }, (_, client) => submit(client, batch(client))))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 429]))
  const accepted = answers.flatMap(({ body }) => (body.results ?? []).filter((one) => one.verdict === 'accepted'))
  const distinct = new Set(accepted.map(({ url }) => url))
  expect(distinct.size).toBe(accepted.length)
  expect(distinct.size).toBeLessThanOrEqual(1_000)
  // The remaining quota is less than a batch.
  expect(distinct.size).toBeGreaterThan(1_000 - 12)
  expect(await used()).toBe(distinct.size)

  await system.admin('account', 'plan', '--email', email, '--plan', 'pro')
  const again = await Promise.all(
    answers.filter(({ status }) => status === 429).map(({ urls }, client) => submit(client, urls)),
  )
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 202))
  expect(await used()).toBe(1_600)

  async function used(): Promise<number> {
    const { body } = await system.api<{ data: { quota: { day: { used: number } } } }>('GET', '/account', {
      key: account.api_key,
    })
    return body.data.quota.day.used
  }

  /** The free plan has its 1,000 a month behind 100 a day; this account gets 1,000 a day. */
  async function limitTo1000(accountId: string): Promise<void> {
    const url = new URL(testRun().databaseUrl)
    url.pathname = `/${databaseName(system.env['REDIS_PREFIX'] ?? '', 'intake')}`
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    const limits = 'update account set urls_per_day = 1000, urls_per_month = null where account_id = $1'
    const { rowCount } = await client.query(limits, [accountId])
    await client.end()
    expect(rowCount).toBe(1)
  }
})
