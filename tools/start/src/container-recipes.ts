import { readImages } from '@pagebell/images/read-images'
import { probePostgres } from './probe-postgres.ts'
import { probeRabbitmq } from './probe-rabbitmq.ts'
import { probeRedis } from './probe-redis.ts'
import type { ContainerRecipe } from './start-container.ts'

const images = readImages()

/** Ports are published on 127.0.0.1 only, so the images' default passwords are safe enough. */
export const postgresContainer: ContainerRecipe = {
  name: 'postgres',
  image: images.POSTGRES_IMAGE,
  port: 5432,
  // No version's image declares this folder as a volume, which would be a new one for each container.
  volume: '/pgdata',
  env: ['POSTGRES_PASSWORD=postgres', 'PGDATA=/pgdata'],
  command: ['postgres', '-c', 'max_connections=300'],
  url: (port) => `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
  probe: probePostgres,
}

export const redisContainer: ContainerRecipe = {
  name: 'redis',
  image: images.REDIS_IMAGE,
  port: 6379,
  volume: '/data',
  env: [],
  command: ['redis-server', '--appendonly', 'yes'],
  url: (port) => `redis://127.0.0.1:${port}`,
  probe: probeRedis,
}

export const rabbitmqContainer: ContainerRecipe = {
  name: 'rabbitmq',
  image: images.RABBITMQ_IMAGE,
  port: 5672,
  volume: '/var/lib/rabbitmq',
  env: [
    'RABBITMQ_DEFAULT_USER=pagebell',
    'RABBITMQ_DEFAULT_PASS=pagebell',
    'RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=+S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none',
  ],
  command: ['rabbitmq-server'],
  url: (port) => `amqp://pagebell:pagebell@127.0.0.1:${port}`,
  probe: probeRabbitmq,
}
