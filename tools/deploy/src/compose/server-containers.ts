import { smallRaftLog } from '@pagebell/broker/server-settings'
import type { readImages } from '@pagebell/images/read-images'

/** Their entry points begin as root, take over the data directory and become a user of their own; no more than that. */
const asServer = {
  cap_drop: ['ALL'],
  cap_add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
  security_opt: ['no-new-privileges:true'],
  restart: 'unless-stopped',
  networks: ['inside'],
  depends_on: { secrets: { condition: 'service_completed_successfully' } },
  logging: { options: { 'max-size': '10m', 'max-file': '3' } },
}

const health = (test: string[], timings: object = {}) => ({
  healthcheck: { test, interval: '5s', timeout: '10s', retries: 20, ...timings },
})

/** PostgreSQL, Redis and RabbitMQ. Their images read no secret from a file alike, so a line of shell hands it to them. */
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
      shm_size: '256m',
      stop_grace_period: '30s',
      mem_limit: '1g',
      pids_limit: 500,
    },
    redis: {
      image: images.REDIS_IMAGE,
      command: ['redis-server', '/run/secrets/redis.conf'],
      volumes: ['redis-data:/data', 'redis-secrets:/run/secrets:ro'],
      ...health(['CMD-SHELL', 'redis-cli ping | grep -q PONG']),
      ...asServer,
      mem_limit: '512m',
      pids_limit: 100,
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
      // Ports open after the definitions have been read.
      ...health(['CMD', 'rabbitmq-diagnostics', '-q', 'check_port_listener', '5672'], {
        interval: '15s',
        timeout: '20s',
      }),
      ...asServer,
      stop_grace_period: '60s',
      mem_limit: '1g',
      pids_limit: 500,
    },
  }
}
