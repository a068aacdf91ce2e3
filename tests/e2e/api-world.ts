import { randomUUIDv7 } from 'node:crypto'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Accounts } from '@pagebell/rpc/contracts'
import { until } from '@pagebell/testing/until'
import { queryDatabase } from '../panel/query-database.ts'
import type { TestSystem } from './test-system.ts'

export const allScopes = ['reports:read', 'reports:write', 'projects:read', 'projects:write', 'hooks:write']

export type ApiWorld = Awaited<ReturnType<typeof openApiWorld>>

type One = { data: { id: string; project: string } }

/** Two accounts of a running system, and functions that create objects of the first one. */
export async function openApiWorld(system: TestSystem) {
  const internalToken = system.env['INTERNAL_TOKEN'] ?? ''
  const accounts = connectRpc(Accounts, { address: system.env['PROJECT_RPC'] ?? '', internalToken })
  const newAccount = async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const { account, api_key } = await accounts.createAccount({ email, plan: 'unlimited' })
    if (account === null) throw new Error('createAccount answered without the account.')
    return { id: account.account_id, email, key: api_key }
  }
  const [owner, other] = [await newAccount(), await newAccount()]
  const ask = <Body>(method: string, path: string, body?: object, headers?: Record<string, string>) =>
    system.api<Body>(method, path, { key: owner.key, ...(body && { body }), ...(headers && { headers }) })
  const newName = () => `${crypto.randomUUID()}.example`

  async function newProject(): Promise<string> {
    return (await ask<One>('POST', '/projects', { project: newName() })).body.data.project
  }

  async function newHook(): Promise<string> {
    const project = await newProject()
    await ask('POST', `/projects/${project}/hook`)
    return project
  }

  /** A project with an endpoint that refuses every connection. */
  async function newEndpoint(): Promise<{ project: string; endpoint: string }> {
    const project = await newProject()
    const { body } = await ask<One>('POST', `/projects/${project}/event-endpoints`, { url: 'http://127.0.0.1:9/' })
    return { project, endpoint: body.data.id }
  }

  /** The same by the routes of before. */
  async function newOlderEndpoint(): Promise<string> {
    const project = await newProject()
    await ask('PUT', `/projects/${project}/endpoint`, { url: 'http://127.0.0.1:9/' })
    return project
  }

  async function newDelivery(): Promise<{ project: string; delivery: string }> {
    const project = await newProject()
    const { body } = await ask<{ data: { token: string } }>('POST', `/projects/${project}/hook`)
    await system.submit(body.data.token, [`https://${project}/`])
    const list = () => ask<{ data: { id: string }[] }>('GET', `/projects/${project}/deliveries`)
    const { id: delivery } = await until('it is in the log', async () => (await list()).body.data[0], 60_000)
    return { project, delivery }
  }

  async function newIgnoredCheck(check: string): Promise<string> {
    const project = await newProject()
    await ask('PUT', `/projects/${project}/ignored-checks/${check}`, { reason: 'Meant so.' })
    return project
  }

  async function newGoogleProject(): Promise<string> {
    const project = await newProject()
    const credentials = await fetch(`${system.addresses.sandboxUrl}/credentials`)
    const { google: service_account } = (await credentials.json()) as { google: object }
    await ask('PUT', `/projects/${project}/channels/google`, { service_account })
    return project
  }

  async function newSource(): Promise<{ project: string; source: string }> {
    const project = await newProject()
    const { body } = await ask<One>('POST', `/projects/${project}/sources`, { kind: 'github', name: 'Site' })
    return { project, source: body.data.id }
  }

  /** A project whose sitemap of changes is on. */
  async function newSitemap(): Promise<string> {
    const project = await newProject()
    await ask('POST', `/projects/${project}/lastmod`)
    return project
  }

  async function newSchedule(): Promise<string> {
    const project = await newProject()
    await ask('PUT', `/projects/${project}/schedule`, { what: 'site', every: 'month', at: '03:00' })
    return project
  }

  /** A project with a watch of a missing sitemap. */
  async function newWatch(): Promise<{ project: string; watch: string }> {
    const project = await newProject()
    await ask('PUT', `/projects/${project}/watches/main`, { url: `https://${project}/sitemap.xml` })
    return { project, watch: 'main' }
  }

  /** A project with a block that changes by itself; a site with one would take three requests and their pauses. */
  async function newChangingBlock(): Promise<{ project: string; id: string }> {
    const { body } = await ask<One>('POST', '/projects', { project: newName() })
    const { id: projectId, project } = body.data
    const id = crypto.randomUUID()
    const text = `
      insert into changing_block (account_id, project_id, id, path, url) values ($1, $2, $3, 'main>p.views', $4)`
    await queryDatabase(system, 'pages', { text, values: [owner.id, projectId, id, `https://${project}/`] })
    return { project, id }
  }

  async function newReport(): Promise<string> {
    return (await ask<One>('POST', '/reports', { url: `https://${newName()}/` })).body.data.id
  }

  async function newSiteReport(): Promise<string> {
    return (await ask<One>('POST', '/site-reports', { project: newName() })).body.data.id
  }

  /** A site report that is done, with one before it; a crawl of a site would take seconds. */
  async function newDoneSiteReport(): Promise<string> {
    const { body } = await ask<One>('POST', '/projects', { project: newName() })
    const { id: projectId, project } = body.data
    // Two of one millisecond are in any order.
    const [before = '', id = ''] = [randomUUIDv7(), randomUUIDv7()].toSorted((a, b) => (a < b ? -1 : 1))
    const values = [owner.id, projectId, project, before, id]
    const reports = `
      insert into site_report (account_id, id, project_id, project, url, host, starts, max_pages, include, exclude,
        charged_on, status, attempt, started_at, ended_at, requested, score, result, summary)
      select $1, id, $2, $3, 'https://' || $3 || '/', $3, '{sitemap,links}', 10, '{}', '{}', '2026-11-21', 'done', 1, now(),
        now(), 1, 71, 'decent', $6 from unnest(array[$4, $5]::uuid[]) as id`
    const counts = { requested: 1, rated: 1, failed: 0, redirects: 0, forbidden: 0, waiting: 0 }
    const rulesets = { pages: '1', site: '1' }
    const ends = { ended_by: 'finished', limits: [], counts, formula: 'Score.', rulesets }
    const summary = JSON.stringify({ ...ends, other_checks: [], sitemaps: [] })
    await queryDatabase(system, 'report', { text: reports, values: [...values, summary] })
    const pages = `
      insert into site_page (account_id, site_report_id, number, url, status, score, inlinks, clicks, in_sitemap, issues)
      select $1, id, 1, 'https://' || $2 || '/', 200, 71, 0, 0, true, '{"title": {"severity": "fail"}}'
      from unnest(array[$3, $4]::uuid[]) as id`
    await queryDatabase(system, 'report', { text: pages, values: [owner.id, project, before, id] })
    const issues = `
      insert into site_issue (account_id, site_report_id, number, check_id, kind, severity, title, message, fix, category,
        weight, pages, groups, groups_total, added, same, gone, not_requested)
      values ($1, $2, 1, 'title', 'page', 'fail', 'No title', '1 page: No title', 'Write one.', 'content', 9, 1,
        '[{"severity":"fail","cause":{},"pages":1,"first_pages":["https://x.example/"]}]', 1, 0, 1, 0, 0)`
    await queryDatabase(system, 'report', { text: issues, values: [owner.id, id] })
    return id
  }

  const keys = new Map<string, string>()
  /** A report of the sample site with two runs, created once. */
  let compared: Promise<{ id: string; run: string }> | undefined
  async function rateTwice() {
    const wait = { prefer: 'wait=30' }
    const made = await ask<One>('POST', '/reports', { url: `${system.addresses.sampleSiteUrl}/` }, wait)
    const { id } = made.body.data
    await ask('PATCH', `/reports/${id}`, { results: 1 }, wait)
    const { body } = await ask<{ data: { id: string; status: string }[] }>('GET', `/reports/${id}/runs`)
    const [newest] = body.data
    if (newest?.status !== 'done') throw new Error(`The sample site was not rated: ${JSON.stringify(body)}`)
    return { id, run: newest.id }
  }

  return {
    owner,
    other,
    accounts,
    newProject,
    newHook,
    newEndpoint,
    newOlderEndpoint,
    newDelivery,
    newIgnoredCheck,
    newGoogleProject,
    newReport,
    newSiteReport,
    newDoneSiteReport,
    newSource,
    newSchedule,
    newSitemap,
    newWatch,
    newChangingBlock,
    comparedRun: () => (compared ??= rateTwice()),
    /** A key of the first account with only these scopes; reused, as an account can have 20 keys. */
    async keyWith(scopes: string[]): Promise<string> {
      const name = scopes.toSorted((a, b) => (a < b ? -1 : 1)).join(' ')
      const key = keys.get(name) ?? (await accounts.createKey({ account_id: owner.id, scopes })).api_key
      keys.set(name, key)
      return key
    },
    [Symbol.asyncDispose]: () => accounts[Symbol.asyncDispose](),
  }
}
