import type { ApiWorld } from './api-world.ts'

/** What one call of an operation needs to succeed: objects of the caller's own, made for it. */
export type ApiCase = {
  /** Values of the path's parameters. */
  params?(world: ApiWorld): Promise<Record<string, string>>
  /** In its texts `{project}` stands for the parameter. */
  body?: object
  /** With its question mark; `{project}` stands for the parameter. */
  query?: string
  /** What it answers; 200 if left out. */
  status?: 200 | 201
}

const report = async (world: ApiWorld) => ({ id: await world.newReport() })
const project = async (world: ApiWorld) => ({ project: await world.newProject() })
const hooked = async (world: ApiWorld) => ({ project: await world.newHook() })
const bing = async (world: ApiWorld) => ({ project: await world.newProject(), channel: 'bing' })
const google = async (world: ApiWorld) => ({ project: await world.newGoogleProject(), channel: 'google' })
const told = async (world: ApiWorld) => ({ project: await world.newEndpoint() })
const ignoring = async (world: ApiWorld) => ({ project: await world.newIgnoredCheck('title'), check: 'title' })

/** Every operation of the OpenAPI document, by its name there. A new route comes with its line. */
export const apiCases: Record<string, ApiCase> = {
  'GET /api/v1/reports': {},
  'POST /api/v1/reports': { body: { url: 'https://made-by-the-api-test.example/' }, status: 201 },
  'GET /api/v1/reports/{id}': { params: report },
  'PUT /api/v1/reports/{id}': { params: report, body: { privacy: 1 } },
  'PATCH /api/v1/reports/{id}': { params: report, body: { privacy: 2, password: 'correct horse' } },
  'DELETE /api/v1/reports/{id}': { params: report },
  'GET /api/v1/reports/{id}/runs': { params: report },
  'POST /api/v1/reports/{id}/runs': { params: report, body: {}, status: 201 },
  'GET /api/v1/reports/{id}/runs/{run}/compare': { params: (world) => world.comparedRun() },
  'GET /api/v1/projects': {},
  'POST /api/v1/projects': { body: { project: 'made-by-the-api-test.example' }, status: 201 },
  'GET /api/v1/projects/{project}': { params: project },
  'DELETE /api/v1/projects/{project}': { params: project },
  'GET /api/v1/projects/{project}/ignored-checks': { params: project },
  'PUT /api/v1/projects/{project}/ignored-checks/{check}': { params: ignoring, body: { reason: 'A brand.' } },
  'DELETE /api/v1/projects/{project}/ignored-checks/{check}': { params: ignoring },
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
  'GET /api/v1/projects/{project}/hook': { params: hooked },
  'POST /api/v1/projects/{project}/hook': { params: project, body: { grace: 0 }, status: 201 },
  'PATCH /api/v1/projects/{project}/hook': { params: hooked, body: { enabled: false } },
  'DELETE /api/v1/projects/{project}/hook': { params: hooked },
  'GET /api/v1/deliveries': {},
  'GET /api/v1/projects/{project}/deliveries': { params: project },
  'GET /api/v1/projects/{project}/endpoint': { params: told },
  'PUT /api/v1/projects/{project}/endpoint': {
    params: project,
    body: { url: 'https://receiver.example.com/' },
    status: 201,
  },
  'PATCH /api/v1/projects/{project}/endpoint': { params: told, body: { enabled: false } },
  'DELETE /api/v1/projects/{project}/endpoint': { params: told },
  'POST /api/v1/projects/{project}/endpoint/secret': { params: told, body: { grace: 0 }, status: 201 },
  'POST /api/v1/projects/{project}/endpoint/test': { params: told, body: {}, status: 201 },
  'GET /api/v1/projects/{project}/endpoint/events': { params: told },
  'GET /api/v1/projects/{project}/deliveries/{delivery}/attempts': { params: (world) => world.newDelivery() },
  'POST /api/v1/projects/{project}/forced-batches': {
    params: hooked,
    body: { urls: ['https://{project}/'], reason: 'Made by the API test.' },
    status: 201,
  },
  'GET /api/v1/projects/{project}/forced-batches': { params: project },
  'GET /api/v1/account': {},
}
