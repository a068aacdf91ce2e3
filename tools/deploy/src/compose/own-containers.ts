import { type DeployedService, deployedServices, plainVariables, secretVariables } from '../deployed-services.ts'

/** What each container of ours is held to: one user without rights, nothing to write to, no way to more. */
const confined = {
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  pids_limit: 200,
  logging: { options: { 'max-size': '10m', 'max-file': '3' } },
}
/** The variables of OpenTelemetry's specification that deploy/observability.env sets; metrics are scraped, not sent. */
const telemetry = {
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: '',
  OTEL_METRICS_EXPORTER: 'none',
}
const completed = { condition: 'service_completed_successfully' }
const healthy = { condition: 'service_healthy' }

/** Variable → what the shell or an --env-file says, else the default. */
const fromShell = (settings: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, shell(name, value)]))
const shell = (name: string, value: string): string => `\${${name}:-${value}}`

const fromFiles = (variables: readonly string[]): Record<string, string> =>
  Object.fromEntries(variables.map((name) => [`${name}_FILE`, `/run/secrets/${name.toLowerCase()}`]))

/** All that is built from this repository, in the order in which it starts. */
export function containers(nodeImage: string): Record<string, object> {
  const built = (workspace: string) => ({
    image: `pagebell-${workspace.split('/')[1]}:\${PAGEBELL_VERSION:-local}`,
    build: { context: '.', dockerfile: 'deploy/Dockerfile', args: { NODE_IMAGE: nodeImage, WORKSPACE: workspace } },
  })
  const tool = { ...built('tools/deploy'), ...confined, restart: 'on-failure', healthcheck: { disable: true } }
  const owners = deployedServices.filter(({ owns }) => owns.database)

  return {
    secrets: {
      ...tool,
      command: ['tools/deploy/src/secrets/secrets-main.ts'],
      // New volumes belong to root. Without capabilities that is the one thing root can do here.
      user: '0:0',
      network_mode: 'none',
      environment: { SECRETS_DIR: '/secrets' },
      volumes: ['postgres', 'redis', 'rabbitmq', 'prepare', 'admin', ...deployedServices.map(({ name }) => name)].map(
        (name) => `${name}-secrets:/secrets/${name}`,
      ),
    },
    prepare: {
      ...tool,
      environment: fromFiles([
        'DATABASE_URL',
        'AMQP_URL',
        ...owners.map(({ name }) => `${name.toUpperCase()}_DATABASE_URL`),
      ]),
      volumes: ['prepare-secrets:/run/secrets:ro'],
      networks: ['inside'],
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
              .filter((port) => port.name === 'grpc')
              .map(({ port }) => [`${name.toUpperCase()}_RPC`, `${name}:${port}`]),
          ),
        ),
        ...fromFiles(['AMQP_URL', 'INTERNAL_TOKEN']),
      },
      volumes: ['admin-secrets:/run/secrets:ro'],
      networks: ['inside'],
      mem_limit: '256m',
    },
    sandbox: sandboxContainer(built('tools/sandbox'), 'main.ts', ['8090', '/received?host=none.invalid'], {
      SANDBOX_PORT: '8090',
    }),
    // Stands for a site whose owner has put every key file where IndexNow looks for it.
    'sample-site': sandboxContainer(built('tools/sandbox'), 'sample-site-main.ts', ['8091', '/robots.txt'], {
      SAMPLE_SITE_PORT: '8091',
      INDEXNOW_KEYS: '*',
    }),
  }
}

function serviceContainer(service: DeployedService, built: (workspace: string) => object): object {
  const { name, owns, calls, forwardsTo, settings, memoryMb, reachesOutside } = service
  const isPublic = name === 'gateway'
  return {
    ...built(`services/${name}`),
    ...confined,
    restart: 'unless-stopped',
    environment: {
      ...plainVariables(service),
      ...fromShell({ LOG_LEVEL: 'info', ...settings, ...telemetry }),
      ...fromFiles(secretVariables(service)),
    },
    volumes: [`${name}-secrets:/run/secrets:ro`],
    // A published port needs a network that has a way out.
    networks: reachesOutside || isPublic ? ['inside', 'outside'] : ['inside'],
    ...(isPublic ? { ports: [`${shell('PUBLISH', '127.0.0.1:8080')}:8080`] } : {}),
    depends_on: {
      prepare: completed,
      ...(owns.redis ? { redis: healthy } : {}),
      ...Object.fromEntries([...calls, ...forwardsTo].map((peer) => [peer, healthy])),
    },
    stop_grace_period: '20s',
    mem_limit: `${memoryMb}m`,
    cpus: 2,
  }
}

function sandboxContainer(
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
    networks: ['inside', 'outside'],
    mem_limit: '192m',
  }
}
