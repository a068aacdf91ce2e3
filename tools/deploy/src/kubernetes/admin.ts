import { callersOf, deployedServices } from '../deployed-services.ts'
import { labelsOf, type Manifest, manifest } from './manifest.ts'
import { podTemplate } from './pod.ts'

/** The services that the operator's commands call. */
export const adminCalls = deployedServices.filter(({ name }) => callersOf(name).includes('admin'))

/** The image has no shell. Node would ignore SIGTERM, as the first process of a container. */
const wait = "process.once('SIGTERM', () => process.exit()); setInterval(() => {}, 2 ** 30)"

/**
 * A pod in which the operator runs commands by `kubectl exec`. A Job for each command would leave passwords and keys,
 * which some of them print, in logs.
 */
export function admin(): Manifest {
  const addresses = adminCalls.map(({ name, ports }) => [
    `${name.toUpperCase()}_RPC`,
    `${name}:${ports.find((one) => one.name === 'grpc')?.port}`,
  ])
  const template = podTemplate({
    name: 'admin',
    image: 'pagebell-project',
    variables: Object.fromEntries(addresses),
    secretVariables: ['AMQP_URL', 'INTERNAL_TOKEN'],
    settings: ['PUBLIC_URL'],
    memoryMb: 256,
    cpu: '10m',
    container: { args: ['--eval', wait] },
  })
  return manifest('apps/v1', 'Deployment', 'admin', {
    spec: { replicas: 1, revisionHistoryLimit: 5, selector: { matchLabels: labelsOf('admin') }, template },
  })
}
