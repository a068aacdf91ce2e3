import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { Agent, request } from 'undici'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { queryDatabase } from './query-database.ts'
import { visitor } from './visitor.ts'

const reports = 100_000
const rounds = 150
const list = 'sort_by=generated_at&sort=desc&per_page=25'

type Account = { account_id: string; email: string; password: string; api_key: string }

let system: TestSystem
let owner: Account
const agent = new Agent({ connections: 1 })

beforeAll(async () => {
  system = await startTestSystem({})
  owner = await system.admin<Account>('account', 'create', '--email', 'many@example.com', '--plan', 'unlimited')
  await fill(owner.account_id)
})

afterAll(async () => {
  await agent.close()
  await system?.destroy()
}, 300_000)

it('a page of 100,000 reports takes the panel at most twice as long as the same list takes the API', async () => {
  const me = visitor(system.addresses.publicUrl)
  expect(await me.signIn(owner.email, owner.password)).toMatchObject({ status: 303 })
  const cookie = [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const panel = () => time(`/reports?${list}`, { cookie, accept: 'text/html', 'accept-encoding': 'gzip' })
  const api = () => time(`/api/v1/reports?${list}`, { authorization: `Bearer ${owner.api_key}` })
  expect((await me.get(`/reports?${list}`)).text).toContain('/page-100000')

  for (let round = 0; round < 30; round++) await Promise.all([panel(), api()])
  // Alternates, so that other load on the machine affects both equally.
  const times: { panel: number[]; api: number[] } = { panel: [], api: [] }
  for (let round = 0; round < rounds; round++) {
    times.api.push(await api())
    times.panel.push(await panel())
  }
  const [ofPanel, ofApi] = [median(times.panel), median(times.api)]
  process.stdout.write(
    `The list of reports, median of ${rounds}: panel ${ofPanel.toFixed(2)} ms, API ${ofApi.toFixed(2)} ms, ${(ofPanel / ofApi).toFixed(2)} times.\n`,
  )
  expect(ofPanel / ofApi).toBeLessThanOrEqual(2)
}, 300_000)

/** Milliseconds until the response is complete. */
async function time(path: string, headers: Record<string, string>): Promise<number> {
  const begin = performance.now()
  const answer = await request(`${system.addresses.publicUrl}${path}`, { headers, dispatcher: agent })
  await answer.body.arrayBuffer()
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}.`)
  return performance.now() - begin
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Inserts reports of an account, one per second. */
async function fill(accountId: string): Promise<void> {
  await queryDatabase(system, 'report', { text: insertReports, values: [accountId, reports], filled: ['report'] })
}

const insertReports = `
  insert into report (account_id, id, run_id, project_id, project, url, privacy, status, done_run_id, result, score,
    ruleset, analyzed_at)
  select $1::uuid, id, id, md5(n % 20 || '')::uuid, 'site-' || n % 20 || '.example',
    'https://site-' || n % 20 || '.example/' || substr(digits, 1, 8) || '/page-' || n, 0, 'done', id,
    (array['bad', 'decent', 'good'])[1 + n % 3], n % 101, '1', now()
  from generate_series(1, $2::int) as n, md5(n::text) as digits, lateral (
    select (lpad(to_hex(1763600000000 + n * 1000::bigint), 12, '0') || '7' || substr(digits, 1, 3) || '8' || substr(digits, 4, 15))::uuid
  ) as made (id)`
