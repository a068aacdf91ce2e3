import { afterAll, beforeAll } from '@jest/globals'
import amqp, { type ChannelModel } from 'amqplib'
import { type RunningService, runService } from './running-service.ts'

export let running: RunningService
/** To look at queues, and to publish what no service would. */
export let connection: ChannelModel

/** Starts the service and connects to its RabbitMQ before the tests of a file. */
export function useQueues(): void {
  beforeAll(async () => {
    running = await runService()
    connection = await amqp.connect(running.queues.url)
  })
  afterAll(async () => {
    await connection?.close()
    await running?.[Symbol.asyncDispose]()
  })
}
