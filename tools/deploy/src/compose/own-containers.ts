import {
  callersOf,
  type DeployedService,
  deployedServices,
  PUBLIC_URL,
  plainVariables,
  secretVariables,
} from '../deployed-services.ts'
import { networksOf, subnetOf } from './networks.ts'

/** Docker keeps every line unless it is told how much. */
export const logging = { options: { 'max-size': '10m', 'max-file': '3' } }
/** What each container of ours is held to: one user without rights, nothing to write to, no way to more. */
export const confined = {
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  pids_limit: 200,
  logging,
}
/** What each service adds to it. */
export const staying = { restart: 'unless-stopped', stop_grace_period: '20s', cpus: 2 }
/** The variables of OpenTelemetry's specification that deploy/observability.env sets; metrics are scraped, not sent. */
const telemetry = {
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: '',
  OTEL_METRICS_EXPORTER: 'none',
}
export const completed = { condition: 'service_completed_successfully' }
export const healthy = { condition: 'service_healthy' }

/** Variable → what the shell or an --env-file says, else the default. */
const fromShell = (settings: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, shell(name, value)]))
const shell = (name: string, value: string): string => `\${${name}:-${value}}`

const fromFiles = (variables: readonly string[]): Record<string, string> =>
  Object.fromEntries(variables.map((name) => [`${name}_FILE`, `/run/secrets/${name.toLowerCase()}`]))

/** What every service is told about its log and its traces. */
export const telling = fromShell({ LOG_LEVEL: 'info', ...telemetry })

export const buildFrom = { context: '.', dockerfile: 'deploy/Dockerfile' }

const builtFrom = (workspace: string, nodeImage: string) => ({
  image: `pagebell-${workspace.split('/')[1]}:\${PAGEBELL_VERSION:-local}`,
  build: { ...buildFrom, args: { NODE_IMAGE: nodeImage, WORKSPACE: workspace } },
})

/** What ends when its work is done, and is tried again if it failed. */
export const toolContainer = (nodeImage: string) => ({
  ...builtFrom('tools/deploy', nodeImage),
  ...confined,
  restart: 'on-failure',
  healthcheck: { disable: true },
})

/** All that is built from this repository, in the order in which it starts. */
export function containers(nodeImage: string): Record<string, object> {
  const built = (workspace: string) => builtFrom(workspace, nodeImage)
  const tool = toolContainer(nodeImage)
  const owners = deployedServices.filter(({ owns }) => owns.database)

  return {
    secrets: {
      ...tool,
      command: ['tools/deploy/src/secrets/secrets-main.ts'],
      // New volumes belong to root. Without capabilities that is the one thing root can do here.
      user: '0:0',
      network_mode: 'none',
      environment: { SECRETS_DIR: '/secrets', FINISH_UPGRADE: shell('FINISH_UPGRADE', 'false') },
      volumes: [
        'postgres',
        'redis',
        'dedupe-redis',
        'rabbitmq',
        'prepare',
        'admin',
        ...deployedServices.map(({ name }) => name),
      ].map((name) => `${name}-secrets:/secrets/${name}`),
    },
    prepare: {
      ...tool,
      environment: fromFiles([
        'DATABASE_URL',
        'AMQP_URL',
        ...owners.map(({ name }) => `${name.toUpperCase()}_DATABASE_URL`),
      ]),
      volumes: ['prepare-secrets:/run/secrets:ro'],
      networks: networksOf('prepare'),
      depends_on: { postgres: healthy, rabbitmq: healthy },
      mem_limit: '256m',
    },
    ...Object.fromEntries(deployedServices.map((service) => [service.name, serviceContainer(service, built)])),
    admin: {
      ...built('services/project'),
      ...confined,
      profiles: ['admin'],
      entrypoint: ['admin'],
      command: ['help'],
      healthcheck: { disable: true },
      environment: {
        ...Object.fromEntries(
          deployedServices.flatMap(({ name, ports }) =>
            ports
              .filter((port) => port.name === 'grpc' && callersOf(name).includes('admin'))
              .map(({ port }) => [`${name.toUpperCase()}_RPC`, `${name}:${port}`]),
          ),
        ),
        // The links that it prints begin with it.
        ...fromShell({ PUBLIC_URL }),
        ...fromFiles(['AMQP_URL', 'INTERNAL_TOKEN']),
      },
      volumes: ['admin-secrets:/run/secrets:ro'],
      networks: networksOf('admin'),
      mem_limit: '256m',
    },
    sandbox: sandboxContainer('sandbox', built('tools/sandbox'), 'main.ts', ['8090', '/received?host=none.invalid'], {
      SANDBOX_PORT: '8090',
    }),
    // Stands for a site whose owner has put every key file where IndexNow looks for it.
    'sample-site': sandboxContainer(
      'sample-site',
      built('tools/sandbox'),
      'sample-site-main.ts',
      ['8091', '/robots.txt'],
      {
        SAMPLE_SITE_PORT: '8091',
        INDEXNOW_KEYS: '*',
      },
    ),
  }
}

function serviceContainer(service: DeployedService, built: (workspace: string) => object): object {
  const { name, owns, calls, forwardsTo, settings, memoryMb } = service
  return {
    ...built(`services/${name}`),
    ...confined,
    ...staying,
    environment: {
      ...telling,
      ...plainVariables(service),
      ...fromShell(settings),
      // Nobody but a gateway is on this network.
      ...(name === 'panel' ? { PANEL_TRUST_PROXY: subnetOf('gateway-panel') } : {}),
      ...fromFiles(secretVariables(service)),
    },
    volumes: [`${name}-secrets:/run/secrets:ro`],
    networks: networksOf(name),
    ...(name === 'gateway' ? { ports: [`${shell('PUBLISH', '127.0.0.1:8080')}:8080`] } : {}),
    depends_on: {
      prepare: completed,
      ...(owns.redis ? { redis: healthy } : {}),
      ...(owns.dedupe ? { 'dedupe-redis': healthy } : {}),
      ...Object.fromEntries([...calls, ...forwardsTo].map((peer) => [peer, healthy])),
    },
    mem_limit: `${memoryMb}m`,
  }
}

function sandboxContainer(
  name: string,
  image: object,
  program: string,
  asked: readonly [port: string, path: string],
  environment: Record<string, string>,
): object {
  return {
    ...image,
    ...confined,
    profiles: ['sandbox'],
    command: [`tools/sandbox/src/${program}`],
    healthcheck: { test: ['CMD', 'node', 'health-check.js', ...asked] },
    restart: 'unless-stopped',
    environment,
    networks: networksOf(name),
    mem_limit: '192m',
  }
}
