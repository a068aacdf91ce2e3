import { withRisk } from '@pagebell/runtime/production-risks'
import { Type } from '@pagebell/schema/type'

/** The variables of a service that uses RabbitMQ. */
export const brokerVariables = {
  AMQP_URL: withRisk(
    'server',
    Type.String({
      description: 'RabbitMQ; comma-separated for a cluster',
      default: 'amqp://guest:guest@127.0.0.1:5672',
      minLength: 1,
    }),
  ),
  AMQP_PREFIX: Type.String({ description: 'prefix of the names of exchanges and queues', default: '' }),
}
