import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createHttpServer } from '@pagebell/http/create-http-server'
import type { HttpServer } from '@pagebell/http/http-server'
import { allMessages } from '@pagebell/messages/all-messages'
import { createLog } from '@pagebell/runtime/log'
import type { Clients } from '../src/clients.ts'
import { loadRoutes, registerRoutes } from '../src/http/routes.ts'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
})
afterAll(() => at[Symbol.asyncDispose]())

type Waiting = { description?: string; parameters?: { name: string; description?: string }[] }
type Operation = Waiting & {
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
    expect(operations.sort()).toEqual([...(await servedOperations()), ...webhookOperations].sort())
    for (const [path, methods] of paths) {
      for (const operation of Object.values(methods)) {
        expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) })
        const always = path.startsWith('/api/v1/') ? ['401', '406', '500', '503'] : ['404', '500', '503']
        // Whether a token is good may be asked as often as wanted.
        if (path !== '/api/hooks') always.push('429')
        expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(always))
      }
    }
    const unauthenticated =
      document.components.responses[document.paths['/api/v1/account'].get.responses['401'].$ref.split('/').at(-1)]
    expect(unauthenticated.content['application/problem+json'].schema).toEqual({ $ref: '#/components/schemas/Problem' })
    const list = document.paths['/api/v1/reports'].get.parameters
    expect(list.find(({ name }: { name: string }) => name === 'per_page').schema.enum).toEqual([10, 25, 50, 100])
    const body = document.paths['/api/v1/reports'].post.requestBody.content
    expect(Object.keys(body)).toEqual(['application/json', 'application/x-www-form-urlencoded'])
  })
})

describe('an Idempotency-Key', () => {
  it('of an operation that shows a token or a secret does not show it again, as its description says', async () => {
    const document = (await at.app.inject('/openapi.json')).json()
    const paths = Object.values(document.paths as Record<string, Record<string, Operation>>)
    const operations = paths.flatMap((methods) => Object.values(methods))
    const refused = operations.flatMap(({ operationId, parameters = [] }) => {
      const header = parameters.find(({ name }) => name === 'idempotency-key')
      const [code] = /\w+_already_shown/.exec(header?.description ?? '') ?? []
      return code === undefined ? [] : [[operationId, code]]
    })
    expect(Object.fromEntries(refused)).toEqual({
      rotateHook: 'token_already_shown',
      createSource: 'token_already_shown',
      rotateSource: 'token_already_shown',
      createEventEndpoint: 'secret_already_shown',
      rotateEventEndpointSecret: 'secret_already_shown',
      rotateEndpointSecret: 'secret_already_shown',
    })
  })

  it('is promised for the operations that list it alone', async () => {
    const { body } = await at.app.inject('/docs')
    expect(body).toContain('A call whose reference lists <code>Idempotency-Key</code> can be repeated')
  })
})

describe('the page for people', () => {
  it.each(['/docs', '/docs/'])('%s has its style and script from here, under a strict policy', async (url) => {
    const page = await at.app.inject(url)
    expect(page.statusCode).toBe(200)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*|upgrade-insecure-requests/)
    const files = [...page.body.matchAll(/(?:src|href)="([^"#]+\.(?:js|css))"/g)].map(([, source]) => source ?? '')
    expect(files).toHaveLength(2)
    for (const file of files) expect([file, (await at.app.inject(file)).statusCode]).toEqual([file, 200])
    expect(page.body).not.toMatch(/<script(?! src)|<style| style="/)
  })

  it('has every operation, event and schema of the document, and links that lead somewhere', async () => {
    const { body } = await at.app.inject('/docs')
    const document = (await at.app.inject('/openapi.json')).json()
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const operations = [document.paths, document.webhooks].flatMap((paths) =>
      Object.values(paths as Record<string, Record<string, Operation>>).flatMap((methods) => Object.values(methods)),
    )
    for (const { operationId } of operations) expect(ids).toContain(operationId)
    for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`schema-${name}`)
    const targets = [...body.matchAll(/href="#([^"]+)"|data-copy="([^"]+)"/g)].map(([, link, copied]) => link ?? copied)
    for (const target of targets) expect(ids).toContain(target)
  })

  it('is answered 304 to who has it', async () => {
    const etag = String((await at.app.inject('/docs')).headers['etag'])
    expect((await at.app.inject({ url: '/docs', headers: { 'if-none-match': etag } })).statusCode).toBe(304)
  })
})

describe('the page and the panel, which share an origin', () => {
  it.each(['/docs/', '/openapi.json', '/api/v1/account', '/api/v1/nothing'])(
    'tells browsers to stay with HTTPS: %s',
    async (url) => {
      expect((await at.ask(url)).headers['strict-transport-security']).toBe('max-age=31536000')
    },
  )

  it.each(['/docs/static/%2e%2e/%2e%2e/package.json', '/docs/static/..%2f..%2fpackage.json', '/docs/static/%00'])(
    'has no file outside of its folder: %s',
    async (url) => {
      // Clients that know URLs would resolve the dots themselves.
      const asked = http.get({ port: at.port, host: '127.0.0.1', path: url, agent: false })
      const [response] = (await once(asked, 'response')) as [http.IncomingMessage]
      response.resume()
      expect(response.statusCode).toBe(404)
    },
  )
})

describe('the alert ApiSlow', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../deploy/observability/alerts.yaml'), 'utf8')

  it('leaves out every request that may wait for a rating, a page or a key file', async () => {
    const [, changing = ''] = /alert: ApiSlow[\s\S]*?http_request_method!~"GET\|HEAD"([\s\S]*?)\}\[/.exec(file) ?? []
    const leftOut = [...changing.matchAll(/http_route!~"([^"]+)"/g)].map(([, routes]) => new RegExp(`^(${routes})$`))

    const document = (await at.app.inject('/openapi.json')).json()
    const paths = Object.entries(document.paths as Record<string, Record<string, Waiting>>)
    const waiting = paths.flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(
          ([, { description = '', parameters = [] }]) =>
            parameters.some(({ name }) => name === 'prefer') || description.includes('ownership_not_proven'),
        )
        .map(([method]) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(waiting).toHaveLength(6)
    expect(waiting.filter((one) => /^(get|head) /.test(one))).toEqual([])
    const routes = [...waiting.map((one) => one.replace(/^\w+ /, '')), '/mcp', '/api/v1/projects/:project/pages/check']
    expect(routes.filter((route) => !leftOut.some((one) => one.test(route)))).toEqual([])
    expect(leftOut.some((one) => one.test('/api/v1/projects'))).toBe(false)
  })

  it('leaves out the panel, some pages of which search a site', () => {
    const [, rule = ''] = /alert: ApiSlow([\s\S]*?) for: /.exec(file) ?? []
    const selected = [...rule.matchAll(/_bucket\{([^}]+)\}/g)].map(([, labels = '']) => labels)
    expect(selected.map((labels) => labels.includes('http_route!="/*"'))).toEqual([true, true])
    expect(at.app.hasRoute({ method: 'POST', url: '/*' })).toBe(true)
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

/** The operations of intake, which the gateway forwards. */
const webhookOperations = [
  'get /api/hooks/{token}/batches/{batch_id}',
  'get /api/hooks/{token}/key-file',
  'head /api/hooks',
  'post /api/hooks/submit',
  'post /api/hooks/{token}',
  'post /api/hooks/{token}/scan',
  'post /api/hooks/{token}/submit',
]

/** The operations that the routes declare to fastify. */
async function servedOperations(): Promise<string[]> {
  const app = createHttpServer({ log: createLog('gateway', 'silent') })
  const operations: string[] = []
  // What is hidden refuses other methods of a path that is one of two.
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema?.hide === true) return
    if (method !== 'HEAD') operations.push(`${String(method).toLowerCase()} ${url.replace(/:(\w+)/g, '{$1}')}`)
  })
  const api = { clients: {} as Clients, publicUrl: String, hooksUrl: String, idempotencyOf: () => ({}) }
  const routes = await loadRoutes()
  await app.register((scope: HttpServer) => registerRoutes(scope, api, routes), { prefix: '/api/v1' })
  return operations
}
