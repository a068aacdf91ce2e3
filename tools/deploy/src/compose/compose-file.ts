import { readImages } from '@pagebell/images/read-images'
import { stringify } from 'yaml'
import { deployedServices } from '../deployed-services.ts'
import { observabilityContainers } from './observability-containers.ts'
import { containers } from './own-containers.ts'
import { servers } from './server-containers.ts'

const head = `# The whole system in containers: docker compose up --build
# Written by \`npm run generate\` from tools/deploy: change it there. Works with Docker Compose 2 and docker-compose 1.29.
# docs/operations.md explains the variables, the secrets and the profiles.

`

/** The text of docker-compose.yml. */
export function composeFile(): string {
  const images = readImages()
  const holders = ['postgres', 'redis', 'rabbitmq', 'prepare', 'admin', ...deployedServices.map(({ name }) => name)]
  const file = {
    services: { ...servers(images), ...containers(images.NODE_IMAGE), ...observabilityContainers(images) },
    networks: {
      // Nothing on it reaches the outside, nor is reached from there.
      inside: { internal: true },
      outside: {},
    },
    volumes: Object.fromEntries([
      ...['postgres', 'redis', 'rabbitmq', 'prometheus'].map((name) => [`${name}-data`, {}]),
      ...holders.map((name) => [`${name}-secrets`, {}]),
    ]),
  }
  return head + stringify(file, { lineWidth: 120, aliasDuplicateObjects: false })
}
