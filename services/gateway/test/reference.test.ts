import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { allMessages } from '@pagebell/messages/all-messages'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
})
afterAll(() => at[Symbol.asyncDispose]())

type Operation = {
  operationId: string
  summary: string
  tags: string[]
  responses: Record<string, { content?: object }>
}

describe('/openapi.json', () => {
  it('describes every operation, by the schemas that validate', async () => {
    const document = (await at.app.inject('/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: publicOrigin }])
    expect(document.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })

    const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>)
    const operations = paths.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
    expect(operations.sort()).toEqual(everyOperation)
    for (const operation of paths.flatMap(([, methods]) => Object.values(methods))) {
      expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) })
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '406', '429', '500', '503']))
      expect(operation.responses['401']?.content).toHaveProperty(['application/problem+json', 'schema'])
    }
    const list = document.paths['/api/v1/reports'].get.parameters
    expect(list.find(({ name }: { name: string }) => name === 'per_page').schema.enum).toEqual([10, 25, 50, 100])
    const body = document.paths['/api/v1/reports'].post.requestBody.content
    expect(Object.keys(body)).toEqual(['application/json', 'application/x-www-form-urlencoded'])
  })
})

describe('the reference for people', () => {
  it('is served under a strict policy, with its script and style', async () => {
    const page = await at.app.inject('/docs/')
    expect(page.statusCode).toBe(200)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(/script-src([^;]*)/.exec(policy)?.[1] ?? '').not.toContain('unsafe')
    for (const [, source] of page.body.matchAll(/(?:src|href)="(\.?\/?[^"]+\.(?:js|css))"/g)) {
      const file = new URL(source ?? '', 'http://x/docs/').pathname
      expect([file, (await at.app.inject(file)).statusCode]).toEqual([file, 200])
    }
  })
})

describe('/asyncapi.json', () => {
  it('tells of every message', async () => {
    const document = (await at.app.inject('/asyncapi.json')).json()
    expect(document.asyncapi).toBe('3.0.0')
    expect(Object.keys(document.channels)).toHaveLength(allMessages.length)
  })
})

describe('everything else', () => {
  it.each(['/api', '/api/x', '/api/v2/reports', '/api/v1', '/docs/x'])('%s is a 404 problem', async (url) => {
    const answer = await at.app.inject(url)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json'])
  })

  it('with a wrong method is a 405 that names the right ones', async () => {
    const answer = await at.ask({ method: 'PUT', url: '/api/v1/projects/x.example/hook' })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers['allow']).toBe('GET, HEAD, POST, PATCH, DELETE')
  })
})

const everyOperation = [
  'delete /api/v1/projects/{project}',
  'delete /api/v1/projects/{project}/channels/{channel}',
  'delete /api/v1/projects/{project}/endpoint',
  'delete /api/v1/projects/{project}/hook',
  'delete /api/v1/projects/{project}/ignored-checks/{check}',
  'delete /api/v1/reports/{id}',
  'get /api/v1/account',
  'get /api/v1/projects',
  'get /api/v1/projects/{project}',
  'get /api/v1/projects/{project}/channels',
  'get /api/v1/projects/{project}/channels/{channel}/known',
  'get /api/v1/projects/{project}/deliveries',
  'get /api/v1/projects/{project}/deliveries/{delivery}/attempts',
  'get /api/v1/projects/{project}/endpoint',
  'get /api/v1/projects/{project}/endpoint/events',
  'get /api/v1/projects/{project}/forced-batches',
  'get /api/v1/projects/{project}/hook',
  'get /api/v1/projects/{project}/ignored-checks',
  'get /api/v1/reports',
  'get /api/v1/reports/{id}',
  'get /api/v1/reports/{id}/runs',
  'get /api/v1/reports/{id}/runs/{run}/compare',
  'patch /api/v1/projects/{project}/channels/{channel}',
  'patch /api/v1/projects/{project}/endpoint',
  'patch /api/v1/projects/{project}/hook',
  'patch /api/v1/reports/{id}',
  'post /api/v1/projects',
  'post /api/v1/projects/{project}/channels/indexnow/check',
  'post /api/v1/projects/{project}/deliveries/requeue',
  'post /api/v1/projects/{project}/endpoint/secret',
  'post /api/v1/projects/{project}/endpoint/test',
  'post /api/v1/projects/{project}/forced-batches',
  'post /api/v1/projects/{project}/hook',
  'post /api/v1/reports',
  'put /api/v1/projects/{project}/channels',
  'put /api/v1/projects/{project}/channels/{channel}',
  'put /api/v1/projects/{project}/endpoint',
  'put /api/v1/projects/{project}/ignored-checks/{check}',
  'put /api/v1/reports/{id}',
]
