import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import { type Receiver, startReceiver } from '@pagebell/testing/start-receiver'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import amqp, { type Channel } from 'amqplib'
import { startTestEnvironment, type TestEnvironment } from './start-notifier.ts'

export let environment: TestEnvironment
export let receiver: Receiver
/** Between the notifier and its database. */
export let proxy: Awaited<ReturnType<typeof startTcpProxy>>
export let events: RpcClient<typeof EventEndpoints>
/** For messages that no producer of ours would send. */
export let channel: Channel

/** Starts a notifier, and a receiver of events, before the tests of a file; empties both before each test. */
export function useEvents(): void {
  const running = new AsyncDisposableStack()
  beforeAll(async () => {
    environment = running.use(await startTestEnvironment())
    receiver = running.use(await startReceiver())
    proxy = running.use(await startTcpProxy(environment.databaseUrl))
    const service = running.use(
      await environment.startCopy({ config: { DATABASE_URL: proxy.through(environment.databaseUrl) } }),
    )
    events = running.use(environment.callEvents(service))
    const connection = running.adopt(await amqp.connect(environment.rabbit.url), (open) => open.close())
    channel = await connection.createChannel()
  })
  afterAll(() => running.disposeAsync())
  beforeEach(async () => {
    await environment.clear()
    receiver.clear()
  })
}
