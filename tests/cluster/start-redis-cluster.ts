import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '@pagebell/start/find-program'
import { freePort } from '@pagebell/start/free-port'
import { probeRedis } from '@pagebell/start/probe-redis'
import { runProcess } from '@pagebell/start/run-process'
import { waitForServer } from '@pagebell/start/wait-for-server'
import { waitUntil } from '@pagebell/start/wait-until'
import { Redis } from 'ioredis'
import { type Crashable, crashable, type NoteProcess } from '../faults/harness/crashable.ts'

/** A Redis Cluster of three masters with a replica each, which is promoted within about 3 s. */
export type RedisCluster = AsyncDisposable & {
  /** Of all nodes, comma-separated. */
  url: string
  nodes: Crashable[]
  /** The master that holds a key. */
  masterOf(key: string): Promise<Crashable>
}

const nodeCount = 6

export async function startRedisCluster(folder: string, note: NoteProcess): Promise<RedisCluster> {
  const [program, cli] = [await findProgram('redis-server'), await findProgram('redis-cli')]
  if (program === undefined || cli === undefined) throw new Error('Redis is not installed.')
  const password = crypto.randomUUID()
  const nodes: Crashable[] = []
  for (let number = 1; number <= nodeCount; number++) nodes.push(await startNode(program, number))

  async function startNode(server: string, number: number): Promise<Crashable> {
    const [port, busPort] = [await freePort(), await freePort()]
    const data = join(folder, `redis-${number}`)
    await mkdir(data, { recursive: true, mode: 0o700 })
    const url = `redis://:${password}@127.0.0.1:${port}`
    return crashable(`redis-${number}`, note, async () => {
      const settings = Object.entries({
        port,
        bind: '127.0.0.1',
        dir: data,
        appendonly: 'yes',
        requirepass: password,
        masterauth: password,
        'cluster-enabled': 'yes',
        'cluster-port': busPort,
        'cluster-node-timeout': 2_000,
        'repl-diskless-sync-delay': 0,
        // Keys may be lost; the other two shards keep serving.
        'cluster-require-full-coverage': 'no',
      })
      const running = await runProcess(
        server,
        settings.flatMap(([name, value]) => [`--${name}`, String(value)]),
        { cwd: data },
      )
      const stop = (): Promise<void> => running.stop(2_000)
      await waitForServer('Redis', running, () => probeRedis(url), stop)
      return { url, processes: [{ pid: running.pid, mark: `127.0.0.1:${port}` }], stop }
    })
  }

  const stop = async (): Promise<void> => void (await Promise.all(nodes.map((node) => node.end())))
  const addresses = nodes.map(({ url }) => new URL(url).host)
  try {
    const args = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes']
    await promisify(execFile)(cli, args, { env: { ...process.env, REDISCLI_AUTH: password } })
    // A replica that has never been in sync is not promoted.
    await waitUntil(async () => (await everyNodeSeesItWhole(nodes)) && (await countInStep(nodes)) === 3, {
      timeoutMs: 60_000,
      failure: () => new Error('The Redis Cluster does not come up.'),
    })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: nodes.map(({ url }) => url).join(','),
    nodes,
    async masterOf(key) {
      const slot = await ask(nodes[0], (redis) => redis.cluster('KEYSLOT', key))
      const ranges = await ask(nodes[0], (redis) => redis.cluster('SLOTS'))
      const port = ranges.find(([from, to]) => from <= slot && slot <= to)?.[2]?.[1]
      const found = nodes.find(({ url }) => new URL(url).port === String(port))
      if (found === undefined) throw new Error(`No node holds ${key}.`)
      return found
    },
    [Symbol.asyncDispose]: stop,
  }
}

async function everyNodeSeesItWhole(nodes: Crashable[]): Promise<boolean> {
  const states = await Promise.all(nodes.map((node) => ask(node, (redis) => redis.cluster('INFO'))))
  return states.every((state) => /cluster_state:ok/.test(state) && state.includes(`cluster_known_nodes:${nodeCount}`))
}

async function countInStep(nodes: Crashable[]): Promise<number> {
  const states = await Promise.all(nodes.map((node) => ask(node, (redis) => redis.info('replication'))))
  return states.filter((state) => /master_link_status:up/.test(state)).length
}

async function ask<T>(node: Crashable | undefined, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(node?.url ?? '', { maxRetriesPerRequest: 1 })
  try {
    return await question(redis)
  } finally {
    redis.disconnect()
  }
}
