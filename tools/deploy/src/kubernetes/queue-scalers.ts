import { allMessages } from '@pagebell/messages/all-messages'
import { queueName } from '@pagebell/messages/define-message'
import { type DeployedService, deployedServices } from '../deployed-services.ts'
import { type Manifest, manifest } from './manifest.ts'

/** Default: waiting messages per copy that start another one. */
const usualWaiting = 50

/**
 * KEDA counts the copies of those that work queues off by what waits in them. Its RabbitMQ user is in pagebell-keda.
 */
export function queueScalers(): Manifest[] {
  return [
    manifest('keda.sh/v1alpha1', 'TriggerAuthentication', 'rabbitmq', {
      spec: { secretTargetRef: [{ parameter: 'host', name: 'pagebell-keda', key: 'amqp_url' }] },
    }),
    ...deployedServices.filter(({ copies }) => copies.by === 'queues').map(scaler),
  ]
}

function scaler({ name, copies }: DeployedService): Manifest {
  const queues = allMessages.flatMap((message) =>
    message.consumers.filter((consumer) => consumer === name).map((consumer) => queueName(message, consumer)),
  )
  return manifest('keda.sh/v1alpha1', 'ScaledObject', name, {
    spec: {
      scaleTargetRef: { name },
      minReplicaCount: copies.minReplicas,
      maxReplicaCount: copies.maxReplicas,
      cooldownPeriod: 300,
      triggers: queues.map((queue) => ({
        type: 'rabbitmq',
        metadata: {
          protocol: 'amqp',
          queueName: queue,
          mode: 'QueueLength',
          value: String(copies.waitingForEach ?? usualWaiting),
        },
        authenticationRef: { name: 'rabbitmq' },
      })),
    },
  })
}
