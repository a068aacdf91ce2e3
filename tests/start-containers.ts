import { readImages } from '@pagebell/images/read-images'
import type { Servers } from '@pagebell/start/find-servers'
import { probePostgres } from '@pagebell/start/probe-postgres'
import { probeRabbitmq } from '@pagebell/start/probe-rabbitmq'
import { probeRedis } from '@pagebell/start/probe-redis'
import { waitUntil } from '@pagebell/start/wait-until'
import { GenericContainer, type StartedTestContainer } from 'testcontainers'

/** RabbitMQ alone takes a minute on a busy machine. */
const timeoutMs = 300_000

/** Starts PostgreSQL, Redis and RabbitMQ in containers for this run, with the images of .env.images. */
export async function startContainers(log: (line: string) => void): Promise<Servers> {
  // Ryuk, which cleans up after a killed run, would need another image.
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true'
  const images = readImages()
  const started: StartedTestContainer[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(started.splice(0).map((container) => container.stop({ timeout: 5_000, removeVolumes: true })))
  }

  async function start(
    container: GenericContainer,
    port: number,
    url: (address: string) => string,
    probe: (url: string) => Promise<boolean>,
  ): Promise<string> {
    const running = await container.withExposedPorts(port).withStartupTimeout(timeoutMs).start()
    started.push(running)
    const address = url(`${running.getHost()}:${running.getMappedPort(port)}`)
    await waitUntil(() => probe(address).catch(() => false), {
      timeoutMs,
      failure: () => new Error(`No answer in time from ${running.getName()}.`),
    })
    log(`${running.getName()}: a container for this run`)
    return address
  }

  try {
    const postgres = new GenericContainer(images.POSTGRES_IMAGE)
      .withEnvironment({ POSTGRES_PASSWORD: 'postgres', PGDATA: '/pgdata' })
      .withTmpFs({ '/pgdata': 'rw' })
      .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'])
    const redis = new GenericContainer(images.REDIS_IMAGE).withCommand(['redis-server', '--protected-mode', 'no'])
    const rabbitmq = new GenericContainer(images.RABBITMQ_IMAGE).withEnvironment({
      RABBITMQ_DEFAULT_USER: 'pagebell',
      RABBITMQ_DEFAULT_PASS: 'pagebell',
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none',
    })
    const outcomes = await Promise.allSettled([
      start(postgres, 5432, (at) => `postgres://postgres:postgres@${at}/postgres`, probePostgres),
      start(redis, 6379, (at) => `redis://${at}`, probeRedis),
      start(rabbitmq, 5672, (at) => `amqp://pagebell:pagebell@${at}`, probeRabbitmq),
    ])
    const [databaseUrl = '', redisUrl = '', amqpUrl = ''] = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    })
    return { databaseUrl, redisUrl, amqpUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
