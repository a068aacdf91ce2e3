import { smallRaftLog } from '@pagebell/broker/server-settings'
import type { readImages } from '@pagebell/images/read-images'
import { networksOf } from './networks.ts'
import { logging } from './own-containers.ts'

/** Their entry points begin as root, take over the data directory and become a user of their own; no more than that. */
export const asServer = {
  cap_drop: ['ALL'],
  cap_add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
  security_opt: ['no-new-privileges:true'],
  restart: 'unless-stopped',
  depends_on: { secrets: { condition: 'service_completed_successfully' } },
  logging,
}

const health = (test: string[]) => ({ healthcheck: { test, interval: '5s', timeout: '10s', retries: 20 } })

/** Beside its data and networks, each Redis is the same. */
export const asRedis = (image: string) => ({
  ...asServer,
  image,
  command: ['redis-server', '/run/secrets/redis.conf'],
  ...health(['CMD-SHELL', 'redis-cli ping | grep -q PONG']),
  mem_limit: '512m',
  pids_limit: 100,
})

/** PostgreSQL, two of Redis, and RabbitMQ. Their images read no secret from a file alike, so a line of shell hands it to them. */
export function servers(images: ReturnType<typeof readImages>): Record<string, object> {
  return {
    postgres: {
      image: images.POSTGRES_IMAGE,
      entrypoint: [
        'sh',
        '-c',
        'POSTGRES_PASSWORD=$$(cat /run/secrets/password) exec docker-entrypoint.sh postgres -c max_connections=300 -c shared_buffers=256MB',
      ],
      // A folder that no version's image declares as a volume of its own.
      environment: { PGDATA: '/pgdata' },
      volumes: ['postgres-data:/pgdata', 'postgres-secrets:/run/secrets:ro'],
      // Over TCP, which answers only when the first start is over with everything it sets up.
      ...health(['CMD', 'pg_isready', '-q', '-h', '127.0.0.1', '-U', 'postgres']),
      ...asServer,
      networks: networksOf('postgres'),
      shm_size: '256m',
      stop_grace_period: '30s',
      mem_limit: '1g',
      pids_limit: 500,
    },
    // Nothing of it is kept: a dedupe entry that is gone is looked up in PostgreSQL.
    'dedupe-redis': {
      ...asRedis(images.REDIS_IMAGE),
      volumes: ['dedupe-redis-secrets:/run/secrets:ro'],
      tmpfs: ['/data'],
      networks: networksOf('dedupe-redis'),
    },
    redis: {
      ...asRedis(images.REDIS_IMAGE),
      volumes: ['redis-data:/data', 'redis-secrets:/run/secrets:ro'],
      networks: networksOf('redis'),
    },
    rabbitmq: {
      image: images.RABBITMQ_IMAGE,
      // A name that stays: the node's data directory is called after it.
      hostname: 'rabbitmq',
      entrypoint: [
        'sh',
        '-c',
        `mkdir -p /etc/rabbitmq/conf.d && printf "load_definitions = /run/secrets/definitions.json\\n${smallRaftLog}\\n" > /etc/rabbitmq/conf.d/20-pagebell.conf && exec docker-entrypoint.sh rabbitmq-server`,
      ],
      environment: { RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 2:2 +sbwt none +sbwtdcpu none +sbwtdio none' },
      volumes: ['rabbitmq-data:/var/lib/rabbitmq', 'rabbitmq-secrets:/run/secrets:ro'],
      // Ports open after the definitions have been read. RabbitMQ's own diagnostics start an Erlang VM for each look, which
      // on a busy machine takes longer than its time limit; Docker leaves it running, and they pile up.
      ...health(['CMD', 'bash', '-c', 'exec 3<>/dev/tcp/127.0.0.1/5672']),
      ...asServer,
      networks: networksOf('rabbitmq'),
      stop_grace_period: '60s',
      mem_limit: '1g',
      pids_limit: 500,
    },
  }
}
