import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { Agent, request } from 'undici'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { queryDatabase } from './query-database.ts'
import { visitor } from './visitor.ts'

/** Rows of the account with few and of the account with many. */
const sizes = {
  few: { deliveries: 100, reports: 100, requests: 100 },
  many: { deliveries: 1_000_000, reports: 100_000, requests: 10_000 },
}
const rounds = 60
const maxRatio = 2
const project = 'site-7.example'

type Account = { account_id: string; email: string; password: string; api_key: string }
type Owner = { cookie: string; ids: { delivery: string; request: string } }

let system: TestSystem
let few: Owner
let many: Owner
const agent = new Agent({ connections: 1 })

beforeAll(async () => {
  system = await startTestSystem({})
  few = await makeOwner('few')
  many = await makeOwner('many')
}, 900_000)

afterAll(async () => {
  await agent.close()
  await system?.destroy()
}, 300_000)

const pages: [name: string, path: (ids: Owner['ids']) => string][] = [
  ['overview', () => '/'],
  ['projects', () => '/projects'],
  ['a project', () => `/projects/${project}`],
  ['its requests', () => `/projects/${project}/requests`],
  ['its refused requests', () => `/projects/${project}/requests?outcome=refused`],
  ['a request', ({ request: id }) => `/projects/${project}/requests/${id}`],
  ['its webhook', () => `/projects/${project}/webhook`],
  ['its sources', () => `/projects/${project}/sources`],
  ['its channels', () => `/projects/${project}/channels`],
  ['its events', () => `/projects/${project}/events`],
  ['its settings', () => `/projects/${project}/settings`],
  ['deliveries', () => '/deliveries'],
  ['deliveries of a project', () => `/deliveries?project=${project}`],
  ['rejected deliveries', () => '/deliveries?status=rejected'],
  ['deliveries by a part of the URL', () => '/deliveries?search=page-1'],
  ['a delivery', ({ delivery }) => `/deliveries/${delivery}`],
  ['reports', () => '/reports'],
  ['reports by score', () => '/reports?sort_by=score&sort=asc'],
  ['reports of a project', () => `/reports?project=${project}`],
  ['usage', () => '/usage'],
  ['keys', () => '/keys'],
  ['account', () => '/account'],
]

it.each(pages)(
  '%s: a large account waits at most twice as long as a small one',
  async (name, path) => {
    for (let round = 0; round < 10; round++) {
      await time(path(few.ids), few.cookie)
      await time(path(many.ids), many.cookie)
    }
    // Alternates, so that other load on the machine affects both equally.
    const times: { few: number[]; many: number[] } = { few: [], many: [] }
    for (let round = 0; round < rounds; round++) {
      times.few.push(await time(path(few.ids), few.cookie))
      times.many.push(await time(path(many.ids), many.cookie))
    }
    const ratio = median(times.many) / median(times.few)
    process.stdout.write(`${name}: median of ${rounds}, many rows take ${ratio.toFixed(2)} times as long as few\n`)
    expect(ratio).toBeLessThanOrEqual(maxRatio)
  },
  300_000,
)

/** Milliseconds until the response is complete. */
async function time(path: string, cookie: string): Promise<number> {
  const begin = performance.now()
  const headers = { cookie, accept: 'text/html', 'accept-encoding': 'gzip' }
  const answer = await request(`${system.addresses.publicUrl}${path}`, { headers, dispatcher: agent })
  await answer.body.arrayBuffer()
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}.`)
  return performance.now() - begin
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** An account with twenty projects, of which one has a webhook, and so many rows. */
async function makeOwner(size: keyof typeof sizes): Promise<Owner> {
  const made = await system.admin<Account>('account', 'create', '--email', `${size}@example.com`, '--plan', 'unlimited')
  const key = made.api_key
  type Project = { data: { id: string } }
  const ids: string[] = []
  for (let n = 0; n < 20; n++) {
    const { body } = await system.api<Project>('POST', '/projects', { key, body: { project: `site-${n}.example` } })
    ids.push(body.data.id)
  }
  await system.api('POST', `/projects/${project}/hook`, { key, body: {} })
  const { deliveries, reports, requests } = sizes[size]
  await run('report', insertReports, [made.account_id, reports, ids], ['report'])
  await run('notifier', insertDeliveries, [made.account_id, deliveries, ids], ['deliveries'])
  await run('notifier', insertHours, [made.account_id, ids], ['delivery_hours'])
  const requestIds = await run('intake', insertRequests, [made.account_id, requests, ids[7]], ['webhook_request'])
  const first = await system.api<{ data: { id: string }[] }>('GET', `/projects/${project}/deliveries`, { key })
  const me = visitor(system.addresses.publicUrl)
  expect(await me.signIn(made.email, made.password)).toMatchObject({ status: 303 })
  const cookie = [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookie, ids: { delivery: first.body.data[0]?.id ?? '', request: requestIds[0]?.['request_id'] ?? '' } }
}

const run = (service: string, text: string, values: unknown[], filled: string[]) =>
  queryDatabase(system, service, { text, values, filled })

const insertReports = `
  insert into report (account_id, id, run_id, project_id, project, url, privacy, status, done_run_id, result, score,
    ruleset, analyzed_at)
  select $1::uuid, id, id, ($3::uuid[])[1 + n % 20], 'site-' || n % 20 || '.example',
    'https://site-' || n % 20 || '.example/' || substr(digits, 1, 8) || '/page-' || n, 0, 'done', id,
    (array['bad', 'decent', 'good'])[1 + n % 3], n % 101, '1', now()
  from generate_series(1, $2::int) as n, md5(n::text) as digits, lateral (
    select (lpad(to_hex(1763600000000 + n * 1000::bigint), 12, '0') || '7' || substr(digits, 1, 3) || '8' || substr(digits, 4, 15))::uuid
  ) as made (id)`

/** One a second up to now; every tenth was rejected. */
const insertDeliveries = `
  insert into deliveries (account_id, id, batch_id, url_hash, project_id, project, channel, action, url, host, status,
    attempts, submitted_at, last_attempt_at)
  select $1::uuid, gen_random_uuid(), md5(n / 100 || $1::text)::uuid, decode(md5(n || $1::text), 'hex'),
    ($3::uuid[])[1 + n % 20], 'site-' || n % 20 || '.example', 'indexnow', 'update',
    'https://site-' || n % 20 || '.example/page-' || n, 'site-' || n % 20 || '.example',
    case when n % 10 = 7 then 'rejected' else 'delivered' end, 1, now() - ($2::int - n) * interval '1 second',
    now() - ($2::int - n) * interval '1 second'
  from generate_series(1, $2::int) as n`

/** Each hour of thirty days, of each project. */
const insertHours = `
  insert into delivery_hours (account_id, project_id, hour, channel, delivered, rejected)
  select $1::uuid, id, date_trunc('hour', now()) - n * interval '1 hour', 'indexnow', 60, 7
  from unnest($2::uuid[]) as id, generate_series(0, 719) as n`

/** The ids are UUIDs of version 7 by the time of the request. */
const insertRequests = `
  insert into webhook_request (account_id, project_id, received_at, request_id, address, agent, status, code, message,
    fields, dry_run, urls, accepted, duplicates, rejected)
  select $1::uuid, $3::uuid, to_timestamp(ms / 1000.0), id, '192.0.2.1', 'a CMS',
    case when n % 10 = 0 then 422 else 202 end, case when n % 10 = 0 then 'invalid' end,
    case when n % 10 = 0 then 'urls is required.' end, '{urls}', false, 1, 1, 0, 0
  from generate_series(1, $2::int) as n, lateral (
    select (extract(epoch from now()) * 1000)::bigint - ($2::int - n) * 1000::bigint) as at (ms), lateral (
    select (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid
  ) as made (id)
  returning request_id`
