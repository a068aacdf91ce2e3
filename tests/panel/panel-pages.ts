import { until } from '@pagebell/testing/until'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { addSiteReports } from './fill-site-reports.ts'
import { queryDatabase } from './query-database.ts'
import { enterPasswords, sharedPassword, signIn } from './sign-in.ts'
import { startBrowser } from './start-browser.ts'

const timeoutMs = 120_000

/**
 * Signed out; the same after entering the passwords of shared reports; signed in as the demo account, which has content
 * on every page; signed in to an empty account.
 */
const viewers = ['visitor', 'guest', 'owner', 'newcomer'] as const
type Viewer = (typeof viewers)[number]

export type PanelPage = { viewer: Viewer; name: string; url: string }

export type PanelPages = {
  system: TestSystem
  pages: readonly PanelPage[]
  /** A browser that a viewer has signed in with, and that has cached nothing. */
  newContext(viewer: Viewer, options?: BrowserContextOptions): Promise<BrowserContext>
  /** Visits every page, in one context for each viewer. */
  onEvery(options: BrowserContextOptions, work: (page: Page, name: string) => Promise<void>): Promise<void>
  destroy(): Promise<void>
}

/** Starts a system with content for every page of the panel, and a browser. */
export async function startPanelPages(): Promise<PanelPages> {
  const system = await startTestSystem({})
  const browser = await startBrowser()
  const origin = system.addresses.publicUrl
  const ids = { ...(await fillAccount(system)), site: `${system.addresses.sampleSiteUrl}/` }
  const paths = pathsOf(system.demo.project, ids)
  const pages = viewers.flatMap((viewer) =>
    Object.entries(paths[viewer]).map(([name, path]) => ({ viewer, name, url: origin + path })),
  )
  type Account = { email: string; password: string }
  const { email, password = '' } = system.demo
  const create = ['account', 'create', '--email', 'new@example.com', '--plan', 'free']
  const states: Record<Viewer, BrowserContextOptions> = {
    visitor: {},
    guest: { storageState: await enterPasswords(browser, origin, paths.guest) },
    owner: { storageState: await signIn(browser, origin, { email, password }) },
    newcomer: { storageState: await signIn(browser, origin, await system.admin<Account>(...create)) },
  }

  const newContext: PanelPages['newContext'] = async (viewer, options = {}) => {
    const context = await browser.newContext({ ...options, ...states[viewer] })
    context.setDefaultTimeout(timeoutMs)
    return context
  }

  return {
    system,
    pages,
    newContext,
    async onEvery(options, work) {
      for (const viewer of viewers) {
        const context = await newContext(viewer, options)
        const page = await context.newPage()
        for (const { name, url } of pages.filter((one) => one.viewer === viewer)) {
          await page.goto(url)
          await work(page, name)
        }
        await context.close()
      }
    },
    async destroy() {
      await browser.close()
      await system.destroy()
    },
  }
}

function pathsOf(
  project: string,
  ids: Awaited<ReturnType<typeof fillAccount>> & { site: string },
): Record<Viewer, Record<string, string>> {
  const setup = (page: string) => `/projects/${project}/setup/${page}?address=${encodeURIComponent(ids.site)}`
  return {
    visitor: {
      'sign-in': '/sign-in',
      setup: '/setup',
      'public-report': `/r/${ids.shared}`,
      'locked-report': `/r/${ids.locked}`,
      'no-public-report': '/r/nothing',
      ...ids.sites.visitor,
    },
    guest: { 'unlocked-report': `/r/${ids.locked}`, ...ids.sites.guest },
    owner: {
      overview: '/',
      reports: '/reports',
      'reports-none': '/reports?search=nothing+like+this',
      'reports-past-the-end': '/reports?page=99',
      'reports-invalid': '/reports?page=none',
      'reports-selected': `/reports/selected?action=delete&selected-${ids.report}=1`,
      'report-batch': '/reports/batch',
      'reports-none-selected': '/reports/selected?action=delete',
      report: `/reports/${ids.report}`,
      'report-category': `/reports/${ids.report}?category=content`,
      compare: ids.compare,
      'report-failed': `/reports/${ids.failed}`,
      projects: '/projects',
      project: `/projects/${project}`,
      'project-new': '/projects/shop.example.com',
      'add-site': '/sites/new',
      'setup-site': setup('site'),
      'setup-site-refused': `/projects/${project}/setup/site?address=https%3A%2F%2Felsewhere.example%2F`,
      'setup-changes': setup('changes'),
      'setup-key-file': setup('key-file'),
      'setup-announcement': setup('announcement'),
      'setup-announcement-new': '/projects/shop.example.com/setup/announcement',
      pages: `/projects/${project}/pages`,
      'pages-none': '/projects/shop.example.com/pages',
      'page-history': `/projects/${project}/pages/history?url=${encodeURIComponent(ids.page)}`,
      requests: `/projects/${project}/requests`,
      'requests-none': '/projects/shop.example.com/requests',
      request: `/projects/${project}/requests/${ids.request}`,
      webhook: `/projects/${project}/webhook`,
      'webhook-new': '/projects/shop.example.com/webhook',
      sources: `/projects/${project}/sources`,
      'sources-none': '/projects/shop.example.com/sources',
      'sources-new': `/projects/${project}/sources/new`,
      'source-new': `/projects/${project}/sources/new/shopify`,
      source: `/projects/${project}/sources/${ids.source}?sample=1`,
      'source-unused': `/projects/${project}/sources/${ids.unused}`,
      'source-requests': `/projects/${project}/requests?source=${ids.source}`,
      watches: `/projects/${project}/watches`,
      'watches-none': '/projects/shop.example.com/watches',
      watch: `/projects/${project}/watches/sitemap`,
      'watch-failed': `/projects/${project}/watches/no-feed`,
      channels: `/projects/${project}/channels`,
      events: `/projects/${project}/events`,
      'events-none': '/projects/shop.example.com/events',
      'event-endpoint-new': `/projects/${project}/events/new`,
      'event-endpoint': `/projects/${project}/events/${ids.endpoint}`,
      settings: `/projects/${project}/settings`,
      'settings-ignore': `/projects/${project}/settings?ignore=title&page=${encodeURIComponent(ids.site)}`,
      deliveries: '/deliveries',
      'deliveries-of-project': `/deliveries?project=${project}`,
      'deliveries-none': '/deliveries?search=nothing+like+this',
      'deliveries-invalid': '/deliveries?cursor=none',
      delivery: `/deliveries/${ids.delivery}`,
      'delivery-rejected': `/deliveries/${ids.rejected}`,
      requeue: '/deliveries/requeue?since=2026-01-01T00:00:00',
      usage: '/usage',
      keys: '/keys',
      account: '/account',
      'not-found': '/reports/nothing',
      ...ids.sites.owner,
    },
    newcomer: {
      'overview-empty': '/',
      'reports-empty': '/reports',
      'site-reports-empty': '/site-reports',
      'projects-empty': '/projects',
      'deliveries-empty': '/deliveries',
      'requeue-none': '/deliveries/requeue?since=2026-01-01T00:00:00',
      'usage-empty': '/usage',
    },
  }
}

/** Reports of all three ratings, one that failed, one with a history; deliveries of two states; logged requests. */
async function fillAccount(system: TestSystem) {
  type Made = { data: { id: string } }
  type List = { data: { id: string }[] }
  const site = system.addresses.sampleSiteUrl
  const { project } = system.demo
  const rate = async (url: string, more: object = {}): Promise<string> => {
    const made = await system.api<Made>('POST', '/reports', { body: { url, ...more }, headers: { prefer: 'wait=25' } })
    return made.body.data.id
  }
  /** Scripts the responses of the sandbox. */
  const script = (answers: object) =>
    fetch(`${system.addresses.sandboxUrl}/script`, { method: 'POST', body: JSON.stringify(answers) })
  const endpoint = { url: `${system.addresses.sandboxUrl}/events` }
  const endpoints = `/projects/${project}/event-endpoints`
  const { id: endpointId } = (await system.api<Made>('POST', endpoints, { body: endpoint })).body.data
  await system.api('POST', `${endpoints}/${endpointId}/test`, { body: {} })
  const shared = await rate(`${site}/`)
  const report = await rate(`${site}/winter-offers`)
  const locked = await rate(`${site}/tasting-evenings`, { privacy: 2, password: sharedPassword })
  const failed = await rate('http://127.0.0.1:1/')
  await system.api('PATCH', `/reports/${report}`, { body: { results: 1 }, headers: { prefer: 'wait=25' } })
  const { body } = await system.api<List>('GET', `/reports/${report}/runs`)
  const compare = `/reports/${report}/compare?run=${body.data[0]?.id}`
  await system.api('POST', '/projects', { body: { project: 'shop.example.com' } })
  const credentials = await fetch(`${system.addresses.sandboxUrl}/credentials`)
  const { google, bing } = (await credentials.json()) as { google: object; bing: object }
  await system.api('PUT', `/projects/${project}/channels/google`, { body: { service_account: google } })
  await system.api('PUT', `/projects/${project}/channels/bing`, { body: bing })
  const token = system.demo.hookToken ?? ''
  // One that is refused, and one that is retried.
  await script({
    next: [{ status: 403, errorCode: 'InvalidKey', message: 'The key in the request is not the one of this site.' }],
  })
  await system.submit(token, [`${site}/refused`])
  const ended = (status: string) => async () =>
    (await system.api<List>('GET', `/projects/${project}/deliveries?status=${status}`)).body.data[0]
  const { id: rejected } = await until('it is refused', ended('rejected'), timeoutMs)
  await script({ next: [{ status: 503, message: 'The engine is temporarily unavailable. Retry later.' }] })
  await system.submit(token, [`${site}/tried-twice`])
  const { id: delivery } = await until('it is delivered', ended('delivered'), timeoutMs)
  await system.submit(token, [
    `${site}/`,
    `${site}/tasting-evenings`,
    `${site}/a/rather/long/address/of/a/page/that/has-to-wrap-on-a-telephone?with=parameters&and=more`,
  ])
  await system.submit(token, [`${site}/`, `${site}/tasting-evenings`])
  await until('all are delivered', async () => (await system.received()).length === 4, timeoutMs)
  // A call that is refused, in the request log.
  await fetch(`${system.addresses.publicUrl}/api/hooks/${token}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'WordPress/6.9; https://example.com' },
    body: JSON.stringify({ url: `${site}/` }),
  })
  const requests = `/projects/${project}/requests?outcome=`
  const first = async (outcome: string) => (await system.api<List>('GET', requests + outcome)).body.data[0]
  await until('the refused call is logged', () => first('refused'), timeoutMs)
  const { id: request } = await until('the others are logged', () => first('answered'), timeoutMs)
  const ids = { shared, report, failed, locked, delivery, rejected, compare, request, endpoint: endpointId }
  await addWatches(system)
  return { ...ids, ...(await addSources(system)), page: await addPages(system), sites: await addSiteReports(system) }
}

/**
 * Pages that were checked: one that is not to be shown, one that is gone; a block that changes by itself; the sitemap.
 * Returns the URL of the first.
 */
async function addPages(system: TestSystem): Promise<string> {
  const site = system.addresses.sampleSiteUrl
  const path = `/projects/${system.demo.project}`
  const urls = [`${site}/winter-offers`, `${site}/no-such-page`]
  await fetch(`${system.addresses.publicUrl}/api/hooks/${system.demo.hookToken}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ urls, preflight: true }),
  })
  const seen = async () => (await system.api<{ data: object[] }>('GET', `${path}/pages`)).body.data.length === 2
  await until('its pages are looked at', seen, timeoutMs)
  await system.api('POST', `${path}/lastmod`)
  const text = `
    insert into changing_block (account_id, project_id, path, url)
    select account_id, project_id, 'main>article>div.related>ul>li', $1 from page_project`
  await queryDatabase(system, 'pages', { text, values: [`${site}/winter-offers`] })
  return urls[0] ?? ''
}

/** The sitemap of the site, and a feed that does not exist. */
async function addWatches(system: TestSystem): Promise<void> {
  type Watches = { data: { last_scan: object | null }[] }
  const path = `/projects/${system.demo.project}/watches`
  for (const [id, file] of [
    ['sitemap', 'sitemap.xml'],
    ['no-feed', 'a/rather/long/address/of/a/feed/that/is/not/there/and/has-to-wrap-on-a-telephone.xml'],
  ])
    await system.api('PUT', `${path}/${id}`, { body: { url: `${system.addresses.sampleSiteUrl}/${file}` } })
  const scanned = async () => (await system.api<Watches>('GET', path)).body.data.every((one) => one.last_scan !== null)
  await until('both are scanned', scanned, timeoutMs)
}

/** Two sources: one with a request of each verdict, an address and a secret before, and one that is unused. */
async function addSources(system: TestSystem) {
  type Made = { data: { id: string; url: string } }
  type List = { data: object[] }
  const path = `/projects/${system.demo.project}/sources`
  const make = async (body: object) => (await system.api<Made>('POST', path, { body })).body.data
  const { id: source, url } = await make({ kind: 'urls', name: 'A long name of a site that wraps', secret: 'first' })
  const send = (text: string, secret = 'first') =>
    fetch(url, { method: 'POST', headers: { authorization: `Bearer ${secret}` }, body: text })
  await send(JSON.stringify({ urls: [`${system.addresses.sampleSiteUrl}/from-a-source`] }))
  for (const text of ['{"name":"nothing"}', '{"urls":["https://elsewhere.example/"]}']) await send(text)
  await send('{}', 'wrong')
  await system.api('PATCH', `${path}/${source}`, { body: { secret: 'second', allow_ips: ['192.0.2.0/24'] } })
  await system.api('POST', `${path}/${source}/rotate`, { body: { grace: 86_400 } })
  const { id: unused } = await make({ kind: 'shopify', name: 'Shop' })
  await system.api('PATCH', `${path}/${unused}`, { body: { enabled: false } })
  const logged = async () => (await system.api<List>('GET', `${path}/${source}/requests`)).body.data.length === 4
  await until('its requests are logged', logged, timeoutMs)
  const ended = `/projects/${system.demo.project}/deliveries?status=delivered`
  const all = async () => (await system.api<List>('GET', ended)).body.data.length === 5
  await until('its URL is delivered', all, timeoutMs)
  return { source, unused }
}
