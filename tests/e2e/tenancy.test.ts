import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Fault, faultToWire } from '@pagebell/faults/fault'
import { connectRpc, type RpcClient } from '@pagebell/rpc/connect-rpc'
import * as contracts from '@pagebell/rpc/contracts'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from './test-system.ts'

// Tenant isolation: calls every gRPC method of every service as one account with the ids of another, and expects the
// same response as for ids that do not exist. The methods are read from the .proto files, so new ones are included. The
// routes of the API are tested in api.test.ts.

type Field = { name: string; type: string; label: string }
type Method = { name: string; contract: string; service: string; fields: Field[] }
type Client = Record<string, (request: object) => Promise<unknown>> & AsyncDisposable

/** Methods without an account, and the reason. */
const forNoAccount: Record<string, string> = {
  'Accounts.Authenticate': 'finds the account of a key',
  'Accounts.CreateAccount': 'the operator’s',
  'Accounts.ListAccounts': 'the operator’s',
  'Accounts.ChangePlan': 'the operator’s',
  'Accounts.SuspendAccount': 'the operator’s',
  'Accounts.ResumeAccount': 'the operator’s',
  'Accounts.DeleteAccount': 'the operator’s',
  'SignIns.SignIn': 'finds the account of a password',
  'SignIns.EndSessions': 'the operator’s',
  'SignIns.CreateSetupToken': 'the operator’s',
  'SignIns.CreateResetToken': 'the operator’s',
  'SignIns.CreateFirstAccount': 'makes the account of a set-up token',
  'ChannelSettings.ReencryptSettings': 'the operator’s',
  'ChannelCare.PauseEverywhere': 'the operator’s',
  'EmailLinks.Confirm': 'for who has the link of a mail',
  'EmailLinks.Unsubscribe': 'for who has the link of a mail',
  'EventEndpoints.ReencryptSecrets': 'the operator’s',
  'Sources.ReencryptSources': 'the operator’s',
  'Sources.ListKinds': 'the same for everybody',
  'PublicReports.GetPublicReport': 'for everybody',
  'PublicReports.UnlockReport': 'for who knows the password',
  'PublicSiteReports.GetPublicSiteReport': 'for everybody',
  'PublicSiteReports.ListPublicSitePages': 'for everybody',
  'PublicSiteReports.UnlockSiteReport': 'for who knows the password',
  'Pages.ReadLastmodSitemap': 'for who has its address',
  'Subscriptions.VerifyIntent': 'for who has the address of a callback',
  'Subscriptions.Deliver': 'for who has the address of a callback, and its secret',
  'Subscriptions.ReencryptSubscriptions': 'the operator’s',
  'SiteRuns.TakeSiteRun': 'for analyzers, which work for all',
  'SiteRuns.AppendVisits': 'for the analyzer that has the run, whose key names the account',
  'SiteRuns.ListVisits': 'for the analyzer that has the run, whose key names the account',
  'SiteRuns.FindKeptVisit': 'for the analyzer that has the run, whose key names the account',
  'SiteRuns.ListIgnored': 'for the analyzer that has the run, whose key names the account',
  'SiteRuns.PutSitePages': 'for the analyzer that has the run, whose key names the account',
  'SiteRuns.EndSiteRun': 'for the analyzer that has the run, whose key names the account',
}

const services = Object.values(contracts).filter((one) => typeof one === 'object')
const methods: Method[] = services.flatMap(({ name: contract, definition }) =>
  Object.entries(definition).map(([name, method]) => {
    const { field: fields } = (method as unknown as { requestType: { type: { field: Field[] } } }).requestType.type
    return { name, contract, service: contract.split('.').at(-1) ?? '', fields }
  }),
)
const titled = methods.map((method) => [`${method.service}.${method.name}`, method] as const)
const ofAnAccount = titled.filter(([, { fields }]) => fields.some(({ name }) => name === 'account_id'))

let system: TestSystem
const clients = new Map<string, Client>()
const open = new AsyncDisposableStack()
let victim: Tenant

beforeAll(async () => {
  system = await startTestSystem({})
  for (const contract of services) clients.set(contract.name, open.use(connect(contract.name, internalToken())))
  victim = await newTenant()
  const { body } = await system.submit(victim.token, [`https://${victim.ids.project}/`])
  victim.ids['batch_id'] = body.batch_id
  const delivery = await until('the batch has arrived', async () => (await deliveriesOf(victim)).at(0), 60_000)
  victim.ids['delivery_id'] = delivery.id
})

afterAll(async () => {
  await open.disposeAsync()
  await system?.destroy()
})

const noFilter = { project: undefined, status: undefined, channel: undefined, url: undefined, batch_id: undefined }
const deliveriesOf = async ({ account_id }: Pick<Tenant, 'account_id'>) =>
  (await client(contracts.Deliveries).listDeliveries({ account_id, per_page: 100, ...noFilter })).deliveries

const internalToken = () => system.env['INTERNAL_TOKEN'] ?? ''

function connect(contract: string, token: string): Client {
  const [, service = ''] = contract.split('.')
  const found = services.find(({ name }) => name === contract)
  const address = system.env[`${service.toUpperCase()}_RPC`]
  if (found === undefined || address === undefined) throw new Error(`No service of ${contract} is known.`)
  return connectRpc(found as contracts.Contract<object>, { address, internalToken: token }) as unknown as Client
}

function client<Of extends { name: string }>(contract: Of): RpcClient<Of> {
  return clients.get(contract.name) as unknown as RpcClient<Of>
}

type Tenant = { account_id: string; email: string; token: string; ids: Record<string, string> }

/** Creates an account with one object of each type. */
async function newTenant(): Promise<Tenant> {
  const email = `${crypto.randomUUID()}@example.com`
  const { account } = await client(contracts.Accounts).createAccount({ email, plan: 'pro', password: 'correct horse' })
  const account_id = account?.account_id ?? ''
  const made = { account_id, project: `${crypto.randomUUID()}.example` }
  const { project, project_id } = await client(contracts.Projects).createProject({ ...made, idempotency: undefined })
  const site = { account_id, project, project_id }
  // Newer than the plan's limits, which may arrive by message at any time.
  const limits = { urls_per_day: 100, urls_per_month: 100, version: 1_000 }
  const hook = { ...site, grace_seconds: 0, limits, idempotency: undefined }
  const { token } = await client(contracts.Hooks).rotateHook(hook)
  const ignored = { account_id, project, check: 'title', reason: 'Meant so.', url: undefined, expires_at: undefined }
  await client(contracts.IgnoredChecks).putIgnoredCheck(ignored)
  const reportRequest = { ...site, url: `https://${project}/`, privacy: 1, password: undefined, idempotency: undefined }
  const { id } = await client(contracts.Reports).createReport(reportRequest)
  const { runs } = await client(contracts.Reports).listRuns({ account_id, id })
  const run_id = runs[0]?.run_id ?? ''
  const { keys } = await client(contracts.Accounts).listKeys({ account_id })
  await client(contracts.Pages).rotateLastmodSitemap({ account_id, project_id })
  const push = { kind: 'urls', name: 'A sender', secret: '', rules: '', allow_ips: [], limits, idempotency: undefined }
  const { source } = await client(contracts.Sources).createSource({ ...site, ...push })
  const source_id = source?.source_id ?? ''
  const named = { account_id, project_id, project, url: 'http://127.0.0.1:9/', events: [] }
  const { endpoint } = await client(contracts.ProjectEndpoints).createEndpoint(named)
  const endpoint_id = endpoint?.id ?? ''
  const ids = {
    project,
    project_id,
    endpoint_id,
    id,
    run_id,
    with_run_id: run_id,
    key_id: keys[0]?.key_id ?? '',
    source_id,
  }
  return { account_id, email, token, ids }
}

/** Ids of the same form that do not exist. */
const missingIds = (): Record<string, string> => ({
  project: `${crypto.randomUUID()}.example`,
  project_id: crypto.randomUUID(),
  endpoint_id: crypto.randomUUID(),
  id: crypto.randomUUID(),
  run_id: crypto.randomUUID(),
  with_run_id: crypto.randomUUID(),
  key_id: crypto.randomUUID(),
  batch_id: crypto.randomUUID(),
  delivery_id: crypto.randomUUID(),
  source_id: crypto.randomUUID(),
})

/** Values for fields that are not ids. */
const plain: Record<string, unknown> = {
  url: 'https://tenancy.example/',
  privacy: 1,
  analyze_again: true,
  wait_seconds: 1,
  per_page: 10,
  sort: 'desc',
  sort_by: 'created_at',
  scopes: ['reports:read'],
  grace_seconds: 0,
  enabled: true,
  limits: { urls_per_day: 100, urls_per_month: 100, version: 1_001 },
  check: 'title',
  reason: 'Meant so.',
  action: 'update',
  rejected_since: '2026-01-01T00:00:00Z',
  current_password: 'correct horse',
  new_password: 'another good one',
  host: 'tenancy.example',
  urls: ['https://tenancy.example/'],
  days: 7,
  channel: 'bing',
  channels: ['indexnow'],
  settings_json: '{"api_key":"tenancy-tenancy"}',
  ready: ['indexnow'],
  chosen: ['indexnow'],
  version: 1,
  paused: true,
  name: 'Renamed',
  kind: 'urls',
  rules: '',
  headers: [{ name: 'content-type', value: 'application/json' }],
}

/** A request as an account, with optional fields only for ids. */
function request({ fields, service }: Method, account_id: string, ids: Record<string, string>): object {
  const pages = [{ url: plain['url'], project: ids['project'], project_id: ids['project_id'] }]
  const given = { ...plain, ...(service === 'Reports' && { sort_by: 'id', pages }), ...ids, account_id }
  return Object.fromEntries(
    fields.flatMap(({ name }) => (name in given ? [[name, (given as Record<string, unknown>)[name]]] : [])),
  )
}

/** The result of a call, without the parts that always differ. */
async function outcome({ contract, name }: Method, input: object): Promise<string> {
  const call = clients.get(contract)?.[name.charAt(0).toLowerCase() + name.slice(1)]
  const answered = await call?.(input).then(
    (reply) => ({ reply }),
    (error: unknown) => ({ refused: error instanceof Fault ? faultToWire(error) : String(error) }),
  )
  return JSON.stringify(answered, (_key, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')
    .replace(/pb[a-z]_\w{38}|whsec_[\w+/=]+|[0-9a-f]{32}|"last_four":"[\w+/=]{4}"|"token":"[\w-]{22}"/g, 'SECRET')
}

/** All data of the victim that a call could change. */
async function belongings({ account_id, ids }: Tenant): Promise<object> {
  const { id = '', project = '', project_id = '' } = ids
  const query = { account_id, per_page: 100, sort: 'asc', search: undefined, page: undefined, cursor: undefined }
  const filters = { project: undefined, result: undefined }
  return {
    account: await client(contracts.Accounts).getAccount({ account_id, email: undefined }),
    keys: await client(contracts.Accounts).listKeys({ account_id }),
    projects: await client(contracts.Projects).listProjects({ ...query, sort_by: 'created_at' }),
    ignored: await client(contracts.IgnoredChecks).listIgnoredChecks({ account_id, project }),
    hook: await client(contracts.Hooks).getHook({ account_id, project_id }),
    sources: await client(contracts.Sources).listSources({ account_id, project_id }),
    endpoints: await client(contracts.ProjectEndpoints).listEndpoints({ account_id, project_id }),
    sitemap: await client(contracts.Pages).getLastmodSitemap({ account_id, project_id }),
    usage: await client(contracts.Quotas).getUsage({ account_id }),
    reports: await client(contracts.Reports).listReports({ ...query, ...filters, sort_by: 'id' }),
    report: await client(contracts.Reports).getReport({ account_id, id }),
    // Their status changes meanwhile.
    deliveries: (await deliveriesOf({ account_id })).map(({ id: row, batch_id, url }) => ({ row, batch_id, url })),
  }
}

it('every method takes an account, or is listed as an exception', () => {
  const speaking = new Set(ofAnAccount.map(([title]) => title))
  expect(titled.map(([title]) => title).filter((title) => !speaking.has(title))).toEqual(
    expect.arrayContaining(Object.keys(forNoAccount)),
  )
  expect(titled.filter(([title]) => !speaking.has(title) && forNoAccount[title] === undefined)).toEqual([])
})

describe('the ids of another account', () => {
  it('are equivalent to missing ids for every method, and its data is unchanged', async () => {
    await until('the report of the victim has ended', async () => {
      const report = await client(contracts.Reports).getReport({
        account_id: victim.account_id,
        id: victim.ids['id'] ?? '',
      })
      return ['done', 'failed'].includes(report.status)
    })
    const before = await belongings(victim)
    for (const [title, method] of ofAnAccount) {
      const missing = missingIds()
      const idFields = method.fields.map(({ name }) => name).filter((name) => name in missing)
      // Two equal tenants: one uses the ids of the victim, the other missing ids.
      const [one, other] = [await newTenant(), await newTenant()]
      const answer = await outcome(method, request(method, one.account_id, victim.ids))
      const expected = await outcome(method, request(method, other.account_id, missing))
      expect([title, answer]).toEqual([title, expected])

      if (idFields.length < 2) continue
      for (const field of idFields) {
        const mixed = { ...one.ids, [field]: victim.ids[field] ?? '' }
        const mixedMissing = { ...other.ids, [field]: missing[field] ?? '' }
        const mixedAnswer = await outcome(method, request(method, one.account_id, mixed))
        const mixedExpected = await outcome(method, request(method, other.account_id, mixedMissing))
        expect([title, field, mixedAnswer]).toEqual([title, field, mixedExpected])
      }
    }
    expect(await belongings(victim)).toEqual(before)
  }, 600_000)
})

describe('the internal secret', () => {
  it.each(titled)('is needed for %s', async (_title, { contract, name }) => {
    for (const token of ['', 'wrong', `${internalToken()} `]) {
      await using caller = connect(contract, token)
      const call = caller[name.charAt(0).toLowerCase() + name.slice(1)]?.({})
      await expect(call).rejects.toMatchObject({ code: contracts.internalSecretRefused })
    }
  })
})
