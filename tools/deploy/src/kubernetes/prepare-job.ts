import { deployedServices } from '../deployed-services.ts'
import { type Manifest, manifest } from './manifest.ts'
import { podTemplate } from './pod.ts'

/**
 * Migrates the databases and declares the queues, before the new pods of a release start. A finished job is replaced.
 */
export function prepareJob(): Manifest {
  const owners = deployedServices.filter(({ owns }) => owns.database).map(({ name }) => name)
  const template = podTemplate({
    name: 'prepare',
    image: 'pagebell-deploy',
    variables: {},
    secretVariables: ['DATABASE_URL', 'AMQP_URL', ...owners.map((name) => `${name.toUpperCase()}_DATABASE_URL`)],
    memoryMb: 256,
    cpu: '100m',
    pod: { restartPolicy: 'OnFailure' },
  })
  return manifest('batch/v1', 'Job', 'prepare', {
    spec: { backoffLimit: 20, activeDeadlineSeconds: 3_600, ttlSecondsAfterFinished: 86_400, template },
  })
}
