import { connectToAny } from '@pagebell/broker/connect-to-any'
import { createPublisher } from '@pagebell/broker/publisher'
import { exchangeName } from '@pagebell/broker/topology'
import { createLog } from '@pagebell/runtime/log'

// Publishes more than the write buffer holds, after a message for which the broker closes the channel. Prints the
// result of each attempt, if the process does not crash.
const { AMQP_URL: url = '', AMQP_PREFIX: prefix = '' } = process.env
const publisher = createPublisher(prefix, createLog('pressure', 'silent'))
const connection = await connectToAny(url, 'pressure')
connection.once('close', () => publisher.lost())
await publisher.setUp(connection)

const large = Buffer.alloc(16 * 1_024)
const outcomes = await Promise.allSettled([
  publisher.send(`${exchangeName(prefix)}.of.nobody`, 'key', Buffer.from('{}'), {}),
  ...Array.from({ length: 2_000 }, () => publisher.send(exchangeName(prefix), 'key', large, {})),
])
console.log(JSON.stringify(outcomes.map((one) => (one.status === 'rejected' ? one.reason.kind : one.status))))
