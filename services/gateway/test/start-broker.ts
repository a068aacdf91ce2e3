import { connectBroker } from '@pagebell/broker/broker'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { createLog } from '@pagebell/runtime/log'
import { testBroker } from '@pagebell/testing/test-broker'

/** RabbitMQ under a new prefix, as the project service uses it: `config` is for the gateway. */
export async function startBroker() {
  await using starting = new AsyncDisposableStack()
  const { url, prefix, cleanUp } = testBroker()
  starting.defer(cleanUp)
  const log = createLog('project', 'silent')
  const broker = starting.use(await connectBroker({ url, prefix, log, service: 'project' }))
  const running = starting.move()
  return {
    config: { AMQP_URL: url, AMQP_PREFIX: prefix },
    publishRevoked: ({ account_id, key_id }: { account_id: string; key_id: string }) =>
      broker.publish(keyRevoked, { account_id, key_id }, { id: key_id }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
