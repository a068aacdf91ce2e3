import { resolve } from 'node:path'
import { closeSharedDatabases } from '@pagebell/postgres/close-shared-databases'
import { type ClaimedFolder, claimFolder } from './claim-folder.ts'
import { postgresContainer, rabbitmqContainer, redisContainer } from './container-recipes.ts'
import { formatLog } from './format-log.ts'
import { canInstall, installServers, whatToInstall } from './install-servers.ts'
import type { PrivateServer } from './private-server.ts'
import { probePostgres } from './probe-postgres.ts'
import { probeRabbitmq } from './probe-rabbitmq.ts'
import { probeRedis } from './probe-redis.ts'
import { type ContainerRecipe, hasDockerEngine, startContainer } from './start-container.ts'
import { startPostgres } from './start-postgres.ts'
import { StartProblem } from './start-problem.ts'
import { startRabbitmq } from './start-rabbitmq.ts'
import { startRedis } from './start-redis.ts'
import { type SupervisedServer, superviseServer } from './supervise-server.ts'

export type Servers = {
  databaseUrl: string
  redisUrl: string
  amqpUrl: string
  /** Stops only the servers that were started for this run. */
  stop(): Promise<void>
}

type Kind = {
  name: string
  variable: string
  usualUrl: string
  probe(url: string): Promise<boolean>
  startInstalled(dataDir: string, port?: number): Promise<PrivateServer | undefined>
  container: ContainerRecipe
  /** Runs after a private server starts. */
  secure?(url: string): Promise<void>
}

const kinds: [Kind, Kind, Kind] = [
  {
    name: 'PostgreSQL',
    variable: 'DATABASE_URL',
    usualUrl: 'postgres://postgres:postgres@127.0.0.1:5432/postgres',
    probe: probePostgres,
    startInstalled: startPostgres,
    container: postgresContainer,
    secure: closeSharedDatabases,
  },
  {
    name: 'Redis',
    variable: 'REDIS_URL',
    usualUrl: 'redis://127.0.0.1:6379',
    probe: probeRedis,
    startInstalled: startRedis,
    container: redisContainer,
  },
  {
    name: 'RabbitMQ',
    variable: 'AMQP_URL',
    usualUrl: 'amqp://guest:guest@127.0.0.1:5672',
    probe: probeRabbitmq,
    startInstalled: startRabbitmq,
    container: rabbitmqContainer,
  },
]

/**
 * Finds PostgreSQL, Redis and RabbitMQ at their variables or default addresses (unless `privateOnly`). Starts a missing
 * server from an installed program, else in a container, else after apt installs it, and restarts it when it ends.
 * Throws a StartProblem otherwise.
 */
export async function findServers(options: {
  dataDir: string
  privateOnly?: boolean
  env?: NodeJS.ProcessEnv
  log: (line: string) => void
}): Promise<Servers> {
  const { privateOnly = false, env = process.env, log } = options
  const dataDir = resolve(options.dataDir, 'servers')
  const started: SupervisedServer[] = []
  let claim: ClaimedFolder | undefined

  const stop = async (): Promise<void> => {
    await Promise.all(started.splice(0).map((server) => server.stop()))
    await claim?.release()
  }

  const startPrivate = async (kind: Kind): Promise<string> => {
    claim ??= await claimFolder(dataDir)
    const { note } = claim
    const server = await superviseServer({
      start: async (port) => (await kind.startInstalled(dataDir, port)) ?? startElsewhere(kind, dataDir, port, log),
      async onStart({ processes }) {
        for (const { pid, mark } of processes) await note(pid, mark)
      },
      onLine: (line) => log(formatLog(kind.name, line)),
    })
    started.push(server)
    await kind.secure?.(server.url)
    log(`${kind.name}: a private one, started for this run`)
    return server.url
  }

  const find = async (kind: Kind): Promise<string | undefined> => {
    if (privateOnly) return undefined
    const set = env[kind.variable]
    const url = set ?? kind.usualUrl
    if (await kind.probe(url)) {
      log(`${kind.name}: the one running at ${new URL(url.split(',')[0] ?? url).host}`)
      return url
    }
    // A configured server is never replaced silently by another one.
    if (set !== undefined)
      throw new StartProblem(`No ${kind.name} answers at ${kind.variable} (${new URL(set.split(',')[0] ?? set).host}).`)
    return undefined
  }

  try {
    const running = await Promise.all(kinds.map(find))
    const urls: string[] = []
    claim = running.includes(undefined) ? await claimFolder(dataDir) : undefined
    const outcomes = await Promise.allSettled(kinds.map(async (kind, i) => running[i] ?? (await startPrivate(kind))))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') throw outcome.reason
      urls.push(outcome.value)
    }
    const [databaseUrl = '', redisUrl = '', amqpUrl = ''] = urls
    return { databaseUrl, redisUrl, amqpUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

let installed: Promise<void> | undefined

async function startElsewhere(
  kind: Kind,
  dataDir: string,
  port: number | undefined,
  log: (line: string) => void,
): Promise<PrivateServer> {
  if (await hasDockerEngine()) return startContainer(kind.container, dataDir, port)
  if (!(await canInstall())) throw new StartProblem(whatToInstall)
  // One installation provides all three.
  installed ??= installServers(log)
  await installed
  const server = await kind.startInstalled(dataDir, port)
  if (server === undefined) throw new StartProblem(whatToInstall)
  return server
}
