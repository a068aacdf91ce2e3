import { afterAll, beforeAll } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import type { Body } from '@pagebell/messages/define-message'
import type { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { consumeSubmitted } from './consume-submitted.ts'
import { test } from './intake-under-test.ts'

export let broker: Broker
/** What intake has published to the notifier, in messages of both versions. */
export const published: Body<typeof urlsSubmitted>[] = []

/** Connects to RabbitMQ as intake's neighbours before the tests of a file. After `useIntake`. */
export function useBroker(): void {
  const running = new AsyncDisposableStack()
  beforeAll(async () => {
    const { url, prefix } = test.broker
    broker = running.use(await connectBroker({ url, prefix, log: test.log, service: 'intake-test' }))
    running.use(await consumeSubmitted(broker, (body) => void published.push(body)))
  })
  afterAll(() => running.disposeAsync())
}
