import { readImages } from '@pagebell/images/read-images'
import { deployedServices } from '../deployed-services.ts'
import { networkSection } from './networks.ts'
import { observabilityContainers, watching } from './observability-containers.ts'
import {
  buildFrom,
  completed,
  confined,
  containers,
  healthy,
  logging,
  staying,
  telling,
  toolContainer,
} from './own-containers.ts'
import { type Fragment, printCompose } from './print-compose.ts'
import { asRedis, asServer, servers } from './server-containers.ts'

const head = `# The whole system in containers: docker compose up --build
# Written by \`npm run generate\` from tools/deploy: change it there. Works with Docker Compose 2 and docker-compose 1.29.
# docs/production.md installs it step by step; docs/operations.md explains the variables, the secrets and the profiles.

`

/** Above each container: what it is for, and the reason for what looks odd in it. */
const why = {
  postgres:
    'A database and a role for each service. The image reads no secret from a file that services share with it, so a line of shell hands it over. The health check goes by TCP, which answers only when the first start is over.',
  'dedupe-redis':
    'URLs of the dedupe window alone, so that a flood of them cannot crowd out sessions. Nothing is kept: a lost entry is looked up in PostgreSQL.',
  redis: "Rate limits and the panel's sessions.",
  rabbitmq:
    "Messages between services, in quorum queues. The host name stays, since the node's data directory is named after it. Its port opens after the users of definitions.json have been read; its own diagnostics would start an Erlang VM for each check.",
  secrets:
    'Makes the passwords, tokens and keys that are not there yet, a volume for each holder. New volumes belong to root, which without capabilities and network can do nothing else here.',
  prepare: 'Migrates the databases and declares the queues, then ends. The services wait for it.',
  project: 'Accounts, API keys, plans, projects, channel settings.',
  report: 'Reports and their runs.',
  notifier: 'Submits URLs to search engines, and sends events. Has a way out, as it needs one.',
  analyzer: 'Fetches and rates pages: reads what strangers wrote, so it sees RabbitMQ, the web and nobody else.',
  intake: 'Takes webhooks, counts quotas, stores batches.',
  panel: 'The web panel. Believes X-Forwarded-For from the network that it shares with the gateway alone.',
  gateway: 'The only published port, on this machine unless PUBLISH says otherwise: put a proxy with TLS before it.',
  admin: "The operator's commands: docker compose run --rm admin help",
  sandbox: 'Stands in for the search engines: docker compose --env-file deploy/sandbox.env up --build',
  'sample-site': 'Stands in for a site whose owner has put every key file where IndexNow looks for it.',
  collector:
    'To watch it all: docker compose --env-file deploy/observability.env up --build; deploy/observability has the files.',
  networks:
    "One network for each pair of containers that talk to each other, so that one that is taken over reaches only those. Internal ones have no way out. Docker's own pools hold about 30 networks, so the addresses come from a block of their own, 64 for each: move it by PAGEBELL_NETWORK.",
  volumes: 'Data, and the secrets of each holder. `docker compose down` keeps them, `down --volumes` deletes them.',
}

/** The text of docker-compose.yml. */
export function composeFile(): string {
  const images = readImages()
  const holders = [
    'postgres',
    'redis',
    'dedupe-redis',
    'rabbitmq',
    'prepare',
    'admin',
    ...deployedServices.map(({ name }) => name),
  ]
  const fragments: Fragment[] = [
    { anchor: 'healthy', why: 'What is written once, and meant by *name below.', value: healthy },
    { anchor: 'completed', value: completed },
    { anchor: 'logging', value: logging },
    { anchor: 'build', why: 'One Dockerfile; WORKSPACE names what goes into the image.', value: buildFrom },
    { anchor: 'node', why: 'Read from .env.images by npm run generate.', value: { NODE_IMAGE: images.NODE_IMAGE } },
    {
      anchor: 'own',
      why: 'Each container of ours: one user without rights, nothing to write to, no way to more.',
      value: confined,
    },
    { anchor: 'service', why: 'Each service, which drains for up to 20 s.', value: { ...confined, ...staying } },
    { anchor: 'tool', why: 'What ends when its work is done.', value: toolContainer(images.NODE_IMAGE) },
    { anchor: 'telling', why: "Each service's log and traces; metrics are scraped, not sent.", value: telling },
    {
      anchor: 'server',
      why: 'Their entry points begin as root, take over the data directory and become a user of their own; no more than that.',
      value: asServer,
    },
    { anchor: 'redis', why: 'Either Redis.', value: asRedis(images.REDIS_IMAGE) },
    {
      anchor: 'watching',
      why: 'Only with the profile; none needs a right that its image does not give to its own user.',
      value: watching,
    },
  ]
  const model = {
    services: { ...servers(images), ...containers(images.NODE_IMAGE), ...observabilityContainers(images) },
    networks: networkSection(),
    volumes: Object.fromEntries([
      ...['postgres', 'redis', 'rabbitmq', 'prometheus'].map((name) => [`${name}-data`, {}]),
      ...holders.map((name) => [`${name}-secrets`, {}]),
    ]),
  }
  return head + printCompose(model, fragments, why)
}
