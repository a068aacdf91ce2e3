import { createLog } from '@pagebell/runtime/log'
import { Type } from '@pagebell/schema/type'
import { createHttpServer } from '../src/create-http-server.ts'
import { listen } from '../src/listen.ts'

// A separate process with little memory, for memory.test.ts: it holds each body for as long as intake may hold a batch.
const app = createHttpServer({ log: createLog('small', 'silent'), bodyLimit: 4 * 1_024 * 1_024 })
const body = Type.Object({ urls: Type.Array(Type.String()) }, { additionalProperties: false })
app.post('/urls', { schema: { body } }, async (request) => {
  const urls = request.body.urls.map((url) => `${url}#`)
  await new Promise((resolve) => setTimeout(resolve, 500))
  return { count: urls.length }
})
const kept: unknown[] = []
app.post('/keep', async () => {
  kept.push(Array.from({ length: 50_000 }, () => Math.random()))
  return {}
})
const { port } = await listen(app, { port: 0, host: '127.0.0.1' })
console.log(port)
