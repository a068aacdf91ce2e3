import { describe, expect, it } from '@jest/globals'
import { createHttpServer } from '@pagebell/http/create-http-server'
import { compileSchemas } from '@pagebell/http/schema-compilers'
import { createLog } from '@pagebell/runtime/log'
import type { FastifySchema } from 'fastify'
import type { Clients } from '../clients.ts'
import { loadRoutes, orderRoutes, type Route, registerRoutes } from './routes.ts'

const route: Route = () => undefined
const file = (name: string, tag: string) => ({ name, module: { default: { tag, routes: [route] } } })

describe('the files of routes', () => {
  it('are ordered by tag, then the one named like its tag, then by name', () => {
    const loaded = [
      file('account.routes.ts', 'account'),
      file('ignored-checks.routes.ts', 'projects'),
      file('archive.routes.ts', 'projects'),
      file('projects.routes.ts', 'projects'),
      file('runs.routes.ts', 'reports'),
    ]
    expect(orderRoutes(loaded).map(({ name }) => name)).toEqual([
      'runs.routes.ts',
      'projects.routes.ts',
      'archive.routes.ts',
      'ignored-checks.routes.ts',
      'account.routes.ts',
    ])
  })

  it.each([
    ['no default export', {}, 'tag'],
    ['an unknown tag', { default: { tag: 'toString', routes: [route] } }, 'tag'],
    ['no routes', { default: { tag: 'reports', routes: [] } }, 'routes'],
  ])('are refused for %s', (_, module, missing) => {
    expect(() => orderRoutes([{ name: 'x.routes.ts', module }])).toThrow(`x.routes.ts has no ${missing}`)
  })

  it('are found wherever they are', async () => {
    expect((await loadRoutes()).flatMap(({ routes }) => routes).length).toBeGreaterThan(30)
  })
})

describe('registered routes', () => {
  const api = { clients: {} as Clients, publicUrl: String, hooksUrl: String, idempotencyOf: () => ({}) }
  const get =
    (url: string, schema: object): Route =>
    (app) =>
      app.get(url, { schema }, () => '')
  const register = (...routes: Route[]) =>
    registerRoutes(createHttpServer({ log: createLog('gateway', 'silent') }), api, [{ tag: 'hooks', routes }])

  it('have schemas that compile, which a process does not find out before a request', async () => {
    const app = createHttpServer({ log: createLog('gateway', 'silent') })
    const declared: { url: string; schema?: FastifySchema }[] = []
    app.addHook('onRoute', (options) => void declared.push(options))
    await registerRoutes(app, api, await loadRoutes())
    expect(declared.reduce((sum, { schema }) => sum + compileSchemas(schema ?? {}), 0)).toBeGreaterThan(500)
  })

  it('get the tag of their file', async () => {
    const app = createHttpServer({ log: createLog('gateway', 'silent') })
    const declared: unknown[] = []
    app.addHook('onRoute', (options) => void declared.push(options))
    await registerRoutes(app, api, [{ tag: 'hooks', routes: [get('/a', { operationId: 'a' })] }])
    expect(declared).toMatchObject([
      { method: 'GET', url: '/a', schema: { operationId: 'a', tags: ['hooks'] } },
      { method: 'HEAD', url: '/a' },
    ])
  })

  it('cannot share an operationId', async () => {
    const routes = [get('/a', { operationId: 'same' }), get('/b', { operationId: 'same' })]
    await expect(register(...routes)).rejects.toThrow('Two routes are same')
  })

  it('cannot be without one', async () => {
    await expect(register(get('/a', {}))).rejects.toThrow('/a has no operationId')
  })
})
