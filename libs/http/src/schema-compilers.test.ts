import { describe, expect, it } from '@jest/globals'
import { createLog } from '@pagebell/runtime/log'
import { createHttpServer } from './create-http-server.ts'
import { compileSchemas } from './schema-compilers.ts'

/** A schema that counts how often its type is read: only while it is compiled. */
function countedSchema() {
  const counted = { reads: 0 }
  const name = {
    get type() {
      counted.reads++
      return 'string'
    },
  }
  return { counted, schema: { type: 'object', properties: { name } } }
}

const server = () => createHttpServer({ log: createLog('test', 'silent') })

describe('the schemas of a server', () => {
  it('are compiled by the first request that needs them, once', async () => {
    const [body, answer] = [countedSchema(), countedSchema()]
    const app = server()
    const schema = { body: body.schema, response: { 200: answer.schema } }
    app.post('/', { schema }, async () => ({ name: 'a', hidden: 1 }))
    await app.ready()
    const reads = () => [body.counted.reads, answer.counted.reads]
    const send = async (name: string) => (await app.inject({ method: 'POST', url: '/', payload: { name } })).json()
    const atStart = reads()
    expect(await send('b')).toEqual({ name: 'a' })
    const afterOne = reads()
    expect(afterOne[0]).toBeGreaterThan(atStart[0] ?? 0)
    expect(afterOne[1]).toBeGreaterThan(atStart[1] ?? 0)
    expect(await send('c')).toEqual({ name: 'a' })
    expect(reads()).toEqual(afterOne)
  })

  it('that cannot be compiled are an error of the server, and found by compileSchemas', async () => {
    const schema = { response: { 200: { type: 'object', properties: { name: { $ref: '#/nowhere' } } } } }
    const app = server()
    app.get('/', { schema }, async () => ({ name: 'a' }))
    expect((await app.inject('/')).statusCode).toBe(500)
    expect(() => compileSchemas(schema)).toThrow('nowhere')
  })

  it('are compiled together for a test: each part of a request, each status and content type', () => {
    const text = { type: 'object', properties: {} }
    const content = { 'application/json': { schema: text }, 'text/csv': { schema: text } }
    expect(compileSchemas({ body: text, params: text, response: { 200: { content }, 404: text } })).toBe(5)
    expect(compileSchemas({})).toBe(0)
  })
})
