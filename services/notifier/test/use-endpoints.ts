import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { EventEndpoints, ProjectEndpoints } from '@pagebell/rpc/contracts'
import { type Receiver, startReceiver } from '@pagebell/testing/start-receiver'
import { startTestEnvironment, type TestEnvironment } from './start-notifier.ts'

export let environment: TestEnvironment
export let receiver: Receiver
export let endpoints: RpcClient<typeof ProjectEndpoints>
/** The calls of a gateway that knows one endpoint for each project. */
export let older: RpcClient<typeof EventEndpoints>

/** Starts a notifier, and a receiver of events, before the tests of a file; empties both before each test. */
export function useEndpoints(): void {
  const running = new AsyncDisposableStack()
  beforeAll(async () => {
    environment = running.use(await startTestEnvironment())
    receiver = running.use(await startReceiver())
    const service = running.use(await environment.startCopy())
    endpoints = running.use(environment.callEndpoints(service))
    older = running.use(environment.callEvents(service))
  })
  afterAll(() => running.disposeAsync())
  beforeEach(async () => {
    await environment.clear()
    receiver.clear()
  })
}
