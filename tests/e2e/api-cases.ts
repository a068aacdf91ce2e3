import type { ApiWorld } from './api-world.ts'

/** The input for a successful call of an operation: objects of the caller, created for it. */
export type ApiCase = {
  /** Path parameters. */
  params?(world: ApiWorld): Promise<Record<string, string>>
  /** In its texts `{project}` stands for the parameter. */
  body?: object
  /** With its question mark; `{project}` stands for the parameter. */
  query?: string
  /** The expected status; default 200. */
  status?: 200 | 201
}

const report = async (world: ApiWorld) => ({ id: await world.newReport() })
const project = async (world: ApiWorld) => ({ project: await world.newProject() })
const withHook = async (world: ApiWorld) => ({ project: await world.newHook() })
const bing = async (world: ApiWorld) => ({ project: await world.newProject(), channel: 'bing' })
const google = async (world: ApiWorld) => ({ project: await world.newGoogleProject(), channel: 'google' })
const withOlderEndpoint = async (world: ApiWorld) => ({ project: await world.newOlderEndpoint() })
const withEndpoint = (world: ApiWorld) => world.newEndpoint()
const withIgnoredCheck = async (world: ApiWorld) => ({ project: await world.newIgnoredCheck('title'), check: 'title' })
const withSchedule = async (world: ApiWorld) => ({ project: await world.newSchedule() })
const withSitemap = async (world: ApiWorld) => ({ project: await world.newSitemap() })
const withWatch = (world: ApiWorld) => world.newWatch()
const siteReport = async (world: ApiWorld) => ({ id: await world.newSiteReport() })
const doneSiteReport = async (world: ApiWorld) => ({ id: await world.newDoneSiteReport() })
const withChangingBlock = (world: ApiWorld) => world.newChangingBlock()
const withSource = (world: ApiWorld) => world.newSource()

/** All operations of the OpenAPI document by name. A new route needs an entry. */
export const apiCases: Record<string, ApiCase> = {
  'GET /api/v1/reports': {},
  'POST /api/v1/reports': { body: { url: 'https://made-by-the-api-test.example/' }, status: 201 },
  'POST /api/v1/reports/batch': {
    body: { urls: ['https://made-by-the-api-test.example/', 'https://made-by-the-api-test.example/more'] },
    status: 201,
  },
  'GET /api/v1/reports.csv': {},
  'GET /api/v1/reports/{id}': { params: report },
  'PUT /api/v1/reports/{id}': { params: report, body: { privacy: 1 } },
  'PATCH /api/v1/reports/{id}': { params: report, body: { privacy: 2, password: 'correct horse' } },
  'DELETE /api/v1/reports/{id}': { params: report },
  'GET /api/v1/reports/{id}/runs': { params: report },
  'POST /api/v1/reports/{id}/runs': { params: report, body: {}, status: 201 },
  'GET /api/v1/reports/{id}/runs/{run}/compare': { params: (world) => world.comparedRun() },
  'GET /api/v1/site-reports': {},
  'POST /api/v1/site-reports': { body: { project: 'made-by-the-api-test.example', max_pages: 5 }, status: 201 },
  'GET /api/v1/site-reports/{id}': { params: doneSiteReport },
  'PATCH /api/v1/site-reports/{id}': { params: siteReport, body: { visibility: 'public' } },
  'DELETE /api/v1/site-reports/{id}': { params: siteReport },
  'POST /api/v1/site-reports/{id}/cancel': { params: siteReport, body: {} },
  'GET /api/v1/site-reports/{id}/compare': { params: doneSiteReport },
  'GET /api/v1/site-reports/{id}/pages': { params: doneSiteReport, query: '?sort=inlinks' },
  'GET /api/v1/site-reports/{id}/pages.csv': { params: doneSiteReport },
  'GET /api/v1/site-reports/{id}/issues/{check}/pages': {
    params: async (world) => ({ ...(await doneSiteReport(world)), check: 'title' }),
  },
  'GET /api/v1/projects': {},
  'POST /api/v1/projects': { body: { project: 'made-by-the-api-test.example' }, status: 201 },
  'GET /api/v1/projects/{project}': { params: project },
  'PATCH /api/v1/projects/{project}': { params: project, body: { preflight: true } },
  'DELETE /api/v1/projects/{project}': { params: project },
  'GET /api/v1/projects/{project}/pages': { params: project },
  'GET /api/v1/projects/{project}/alerts': { params: project },
  'PUT /api/v1/projects/{project}/alerts': { params: project, body: { rules: [{ when: 'score_drops', by: 5 }] } },
  'PUT /api/v1/projects/{project}/schedule': { params: project, body: { what: 'site', every: 'week', at: '03:00' } },
  'GET /api/v1/projects/{project}/schedule': { params: withSchedule },
  'DELETE /api/v1/projects/{project}/schedule': { params: withSchedule },
  'GET /api/v1/projects/{project}/page-rules': { params: project },
  'PUT /api/v1/projects/{project}/page-rules': { params: project, body: { ignore: ['.related'] } },
  'GET /api/v1/projects/{project}/stats': { params: project },
  'GET /api/v1/projects/{project}/lastmod': { params: project },
  'POST /api/v1/projects/{project}/lastmod': { params: project, status: 201 },
  'DELETE /api/v1/projects/{project}/lastmod': { params: withSitemap },
  'GET /api/v1/projects/{project}/watches': { params: project },
  'PUT /api/v1/projects/{project}/watches/{watch}': {
    params: withWatch,
    body: { url: 'https://{project}/feed.xml', every_minutes: 30 },
  },
  'GET /api/v1/projects/{project}/watches/{watch}': { params: withWatch },
  'DELETE /api/v1/projects/{project}/watches/{watch}': { params: withWatch },
  'POST /api/v1/projects/{project}/watches/{watch}/scan': { params: withWatch, body: {} },
  'GET /api/v1/projects/{project}/watches/{watch}/scans': { params: withWatch },
  'POST /api/v1/projects/{project}/watches/{watch}/held': { params: withWatch, body: { decision: 'forget' } },
  'GET /api/v1/projects/{project}/pages/changing-blocks': { params: project },
  'DELETE /api/v1/projects/{project}/pages/changing-blocks/{id}': { params: withChangingBlock },
  'GET /api/v1/projects/{project}/pages/counts': { params: project },
  'GET /api/v1/projects/{project}/pages/verdicts': { params: project, query: '?url=https://{project}/' },
  'POST /api/v1/projects/{project}/pages/check': { params: project, body: { urls: ['https://{project}/'] } },
  'GET /api/v1/projects/{project}/ignored-checks': { params: project },
  'PUT /api/v1/projects/{project}/ignored-checks/{check}': { params: withIgnoredCheck, body: { reason: 'A brand.' } },
  'DELETE /api/v1/projects/{project}/ignored-checks/{check}': { params: withIgnoredCheck },
  'GET /api/v1/projects/{project}/channels': { params: project },
  'PUT /api/v1/projects/{project}/channels': { params: project, body: { default: ['indexnow'] } },
  'PUT /api/v1/projects/{project}/channels/{channel}': { params: bing, body: { api_key: 'made-by-the-api-test' } },
  'PATCH /api/v1/projects/{project}/channels/{channel}': { params: bing, body: { paused: true } },
  'POST /api/v1/projects/{project}/channels/indexnow/check': { params: project, body: {} },
  'POST /api/v1/projects/{project}/deliveries/requeue': {
    params: project,
    body: { rejected_since: '2026-11-21T10:00:00Z' },
  },
  'POST /api/v1/projects/{project}/channels/{channel}/known': { params: google, body: { url: 'https://{project}/' } },
  'GET /api/v1/projects/{project}/channels/{channel}/known': { params: google, query: '?url=https://{project}/' },
  'DELETE /api/v1/projects/{project}/channels/{channel}': { params: bing },
  'GET /api/v1/projects/{project}/hook': { params: withHook },
  'POST /api/v1/projects/{project}/hook': { params: project, body: { grace: 0 }, status: 201 },
  'PATCH /api/v1/projects/{project}/hook': { params: withHook, body: { enabled: false } },
  'DELETE /api/v1/projects/{project}/hook': { params: withHook },
  'GET /api/v1/deliveries': {},
  'GET /api/v1/projects/{project}/deliveries': { params: project },
  'GET /api/v1/projects/{project}/endpoint': { params: withOlderEndpoint },
  'PUT /api/v1/projects/{project}/endpoint': {
    params: project,
    body: { url: 'https://receiver.example.com/' },
    status: 201,
  },
  'PATCH /api/v1/projects/{project}/endpoint': { params: withOlderEndpoint, body: { enabled: false } },
  'DELETE /api/v1/projects/{project}/endpoint': { params: withOlderEndpoint },
  'POST /api/v1/projects/{project}/endpoint/secret': { params: withOlderEndpoint, body: { grace: 0 }, status: 201 },
  'POST /api/v1/projects/{project}/endpoint/test': { params: withOlderEndpoint, body: {}, status: 201 },
  'GET /api/v1/projects/{project}/endpoint/events': { params: withOlderEndpoint },
  'GET /api/v1/projects/{project}/event-endpoints': { params: project },
  'POST /api/v1/projects/{project}/event-endpoints': {
    params: project,
    body: { name: 'Alerts', url: 'https://receiver.example.com/', events: ['quota.warning'] },
    status: 201,
  },
  'GET /api/v1/projects/{project}/event-endpoints/{endpoint}': { params: withEndpoint },
  'PATCH /api/v1/projects/{project}/event-endpoints/{endpoint}': { params: withEndpoint, body: { events: [] } },
  'DELETE /api/v1/projects/{project}/event-endpoints/{endpoint}': { params: withEndpoint },
  'POST /api/v1/projects/{project}/event-endpoints/{endpoint}/rotate-secret': {
    params: withEndpoint,
    body: { grace: 0 },
    status: 201,
  },
  'POST /api/v1/projects/{project}/event-endpoints/{endpoint}/test': { params: withEndpoint, body: {}, status: 201 },
  'GET /api/v1/projects/{project}/event-endpoints/{endpoint}/events': { params: withEndpoint },
  'GET /api/v1/projects/{project}/deliveries/{delivery}/attempts': { params: (world) => world.newDelivery() },
  'POST /api/v1/projects/{project}/forced-batches': {
    params: withHook,
    body: { urls: ['https://{project}/'], reason: 'Made by the API test.' },
    status: 201,
  },
  'GET /api/v1/projects/{project}/forced-batches': { params: project },
  'GET /api/v1/projects/{project}/requests': { params: withHook },
  'GET /api/v1/source-kinds': {},
  'GET /api/v1/projects/{project}/sources': { params: project },
  'POST /api/v1/projects/{project}/sources': { params: project, body: { kind: 'github', name: 'Site' }, status: 201 },
  'GET /api/v1/projects/{project}/sources/{source}': { params: withSource },
  'PATCH /api/v1/projects/{project}/sources/{source}': { params: withSource, body: { enabled: false } },
  'DELETE /api/v1/projects/{project}/sources/{source}': { params: withSource },
  'POST /api/v1/projects/{project}/sources/{source}/rotate': { params: withSource, body: { grace: 0 }, status: 201 },
  'POST /api/v1/projects/{project}/sources/{source}/try': { params: withSource, body: { body: '{"zen":"Keep it."}' } },
  'GET /api/v1/projects/{project}/sources/{source}/requests': { params: withSource },
  'GET /api/v1/account': {},
}
