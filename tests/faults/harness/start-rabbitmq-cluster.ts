import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '@pagebell/start/find-program'
import { freePort } from '@pagebell/start/free-port'
import { probeRabbitmq } from '@pagebell/start/probe-rabbitmq'
import { type RunningProcess, runProcess } from '@pagebell/start/run-process'
import { waitUntil } from '@pagebell/start/wait-until'
import type { Crashable, NoteProcess } from './crashable.ts'

/** RabbitMQ nodes that replicate each queue. */
export type Cluster = {
  nodes: Crashable[]
  /** The current leader of a quorum queue. */
  leaderOf(queue: string): Promise<Crashable>
  stop(): Promise<void>
}

/** One scheduler per node and no busy waiting: three nodes share a small machine with the other processes. */
const erlangOptions =
  '+S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none -kernel inet_dist_use_interface {127,0,0,1} -kernel net_ticktime 8'

/** `onLine` is given what the nodes log, from warnings on. */
export async function startRabbitmqCluster(
  folder: string,
  size: number,
  note: NoteProcess,
  onLine: (node: string, line: string) => void = () => undefined,
): Promise<Cluster> {
  const program = await findProgram('rabbitmq-server', ['/usr/lib/rabbitmq/bin', '/opt/homebrew/sbin'])
  const epmdProgram = await findProgram('epmd', ['/usr/lib/erlang/erts-*/bin', '/usr/local/lib/erlang/erts-*/bin'])
  if (program === undefined || epmdProgram === undefined) throw new Error('RabbitMQ is not installed.')
  const home = join(folder, 'rabbitmq')
  await mkdir(home, { recursive: true, mode: 0o700 })
  await writeFile(join(home, '.erlang.cookie'), crypto.randomUUID(), { mode: 0o400 })
  await writeFile(join(home, 'enabled_plugins'), '[].\n')
  await writeFile(join(home, 'env.conf'), '')
  const epmdPort = await freePort()
  const shared = {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    HOME: home,
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_CONF_ENV_FILE: join(home, 'env.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
  }
  const epmd = await runProcess(epmdProgram, ['-port', String(epmdPort), '-address', '127.0.0.1'], { env: shared })
  await note(epmd.pid, `-port ${epmdPort}`)
  const mark = folder.replaceAll(/[^a-z0-9]/gi, '').slice(-10)
  const names = Array.from({ length: size }, (_, index) => `faults${index + 1}-${mark}@localhost`)
  const nodes: Crashable[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.end()))
    await epmd.stop(1_000)
  }

  try {
    // Start the first alone, so that the others can join it.
    for (const name of names.slice(0, 1)) nodes.push(await startNode(name))
    nodes.push(...(await Promise.all(names.slice(1).map(startNode))))
  } catch (error) {
    await stop()
    throw error
  }

  async function startNode(name: string): Promise<Crashable> {
    const [port, distPort] = [await freePort(), await freePort()]
    const base = join(home, name)
    await mkdir(base, { recursive: true })
    await writeFile(
      join(base, 'rabbitmq.conf'),
      [
        `listeners.tcp.1 = 127.0.0.1:${port}`,
        'log.console = true',
        'log.console.level = warning',
        'disk_free_limit.absolute = 50MB',
        'cluster_partition_handling = pause_minority',
        'cluster_formation.peer_discovery_backend = classic_config',
        ...names.map((other, index) => `cluster_formation.classic_config.nodes.${index + 1} = ${other}`),
        '',
      ].join('\n'),
    )
    const env = {
      ...shared,
      RABBITMQ_NODENAME: name,
      RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
      RABBITMQ_NODE_PORT: String(port),
      RABBITMQ_DIST_PORT: String(distPort),
      RABBITMQ_MNESIA_BASE: join(base, 'mnesia'),
      RABBITMQ_LOG_BASE: join(base, 'log'),
      RABBITMQ_CONFIG_FILE: join(base, 'rabbitmq.conf'),
      RABBITMQ_PID_FILE: join(base, 'rabbitmq.pid'),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: erlangOptions,
    }
    const url = `amqp://guest:guest@127.0.0.1:${port}`
    let server: RunningProcess

    async function start(): Promise<void> {
      // Erlang ignores the flag; it identifies the server in the process list.
      server = await runProcess(program ?? '', ['-pagebell', base], {
        env,
        cwd: base,
        onLine: (line) => onLine(name, line),
      })
      await note(server.pid, base)
      // On a busy machine a node takes minutes to start.
      await waitUntil(async () => server.hasEnded() || (await probeRabbitmq(url)), {
        timeoutMs: 240_000,
        failure: () => new Error(`${name} does not answer: ${server.lastLines().slice(-5).join(' | ')}`),
      })
      if (server.hasEnded()) throw new Error(`${name} ended at once: ${server.lastLines().slice(-5).join(' | ')}`)
    }

    async function end(): Promise<void> {
      server.kill('SIGKILL')
      await server.ended
    }

    await start()
    return { name, url, start, end, signal: async (signal) => server.kill(signal) }
  }

  return {
    nodes,
    stop,
    async leaderOf(queue) {
      // Ask each node in turn; the first may be down.
      const control = join(dirname(program), 'rabbitmqctl')
      for (const { name } of nodes) {
        // On a busy machine rabbitmqctl alone takes ten seconds to start.
        const args = ['-q', '-n', name, '-t', '60', 'list_queues', 'name', 'leader', '--formatter', 'json']
        const listed = await promisify(execFile)(control, args, { env: shared, timeout: 120_000 }).catch(
          () => undefined,
        )
        // rabbitmqctl prints nothing on a timeout.
        if (listed === undefined || listed.stdout.trim() === '') continue
        const queues = JSON.parse(listed.stdout) as { name: string; leader: string }[]
        const leader = queues.find((one) => one.name === queue)?.leader
        const found = nodes.find((node) => node.name === leader)
        if (found !== undefined) return found
      }
      throw new Error(`No node reports a leader of ${queue}.`)
    },
  }
}
