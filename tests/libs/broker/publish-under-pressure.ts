import { connectToAny } from '@pagebell/broker/connect-to-any'
import { createPublisher } from '@pagebell/broker/publisher'
import { exchangeName } from '@pagebell/broker/topology'
import { createLog } from '@pagebell/runtime/log'

// Publishes more at once than the connection takes, behind a message for which the broker closes the channel. Writes how
// each attempt ended, if the process lives to see it.
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
