import { afterEach, expect, it } from '@jest/globals'
import { createHttpServer } from '@pagebell/http/create-http-server'
import { createLog } from '@pagebell/runtime/log'
import { startGateway } from './start-gateway.ts'

let running = new AsyncDisposableStack()
afterEach(async () => {
  await running.disposeAsync()
  running = new AsyncDisposableStack()
})

it('an untrusted client names the trace of a request, and does not decide that it is recorded', async () => {
  const behind = createHttpServer({ log: createLog('behind', 'silent') })
  behind.get('/*', async (request) => ({ traceparent: request.headers['traceparent'] }))
  running.defer(() => behind.close())
  const panelUrl = await behind.listen({ port: 0, host: '127.0.0.1' })
  const at = running.use(await startGateway({ PANEL_URL: panelUrl }))
  const traceId = 'a'.repeat(32)
  const answer = await at.app.inject({
    url: '/reports',
    headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
  })
  expect(answer.json().traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`))
})
