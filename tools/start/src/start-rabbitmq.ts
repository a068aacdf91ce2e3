import { createHash } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { smallRaftLog } from '@pagebell/broker/server-settings'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'
import { keepPassword } from './keep-password.ts'
import type { PrivateServer } from './private-server.ts'
import { probeRabbitmq } from './probe-rabbitmq.ts'
import { endOf, runProcess } from './run-process.ts'
import { waitForServer } from './wait-for-server.ts'
import { withOpenFiles } from './with-open-files.ts'

// Debian's script first: its wrapper on the PATH changes the user and hides the output.
const folders = ['/usr/lib/rabbitmq/bin', '/opt/homebrew/sbin', '/usr/local/sbin']

/**
 * Starts a private RabbitMQ on a free port of this machine, with a generated password and a separate node name, cookie
 * and epmd, so that it never joins another node; undefined if version 3.10 or newer is not installed.
 */
export async function startRabbitmq(dataDir: string, fixedPort?: number): Promise<PrivateServer | undefined> {
  const program = await findProgram('rabbitmq-server', folders)
  const epmdProgram = await findProgram('epmd', ['/usr/lib/erlang/erts-*/bin', '/usr/local/lib/erlang/erts-*/bin'])
  if (program === undefined || epmdProgram === undefined) return undefined

  const home = join(dataDir, 'rabbitmq')
  await mkdir(join(home, 'log'), { recursive: true, mode: 0o700 })
  const [port, distPort, epmdPort] = [fixedPort ?? (await freePort()), await freePort(), await freePort()]
  const password = await keepPassword(dataDir, 'rabbitmq')
  const definitions = join(home, 'definitions.json')
  // Read at each start, so that an existing data directory gets the password too.
  await writeFile(definitions, JSON.stringify(ownUser(password)), { mode: 0o600 })
  await writeFile(
    join(home, 'rabbitmq.conf'),
    [
      `listeners.tcp.1 = 127.0.0.1:${port}`,
      `load_definitions = ${definitions}`,
      'log.console = true',
      'log.console.level = warning',
      'disk_free_limit.absolute = 50MB',
      'vm_memory_high_watermark.relative = 0.4',
      smallRaftLog,
      '',
    ].join('\n'),
  )
  await writeFile(join(home, 'enabled_plugins'), '[].\n')
  await writeFile(join(home, 'rabbitmq-env.conf'), '')
  const cookie = join(home, '.erlang.cookie')
  await chmod(cookie, 0o600).then(
    () => undefined,
    () => undefined, // Erlang creates the cookie at the first start.
  )

  const env = {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    HOME: home,
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `pagebell-${createHash('sha256').update(home).digest('hex').slice(0, 10)}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distPort),
    RABBITMQ_MNESIA_BASE: join(home, 'mnesia'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: join(home, 'rabbitmq-env.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    RABBITMQ_PID_FILE: join(home, 'rabbitmq.pid'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      '+S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none -kernel inet_dist_use_interface {127,0,0,1}',
  }
  const epmd = await runProcess(epmdProgram, ['-port', String(epmdPort), '-address', '127.0.0.1'], { env })
  // Erlang ignores the flag: it identifies the server by its command line.
  const server = await runProcess(...withOpenFiles(program, ['-pagebell', home]), { env, cwd: home })
  const stop = async (): Promise<void> => {
    await server.stop(6_000)
    await epmd.stop(1_000)
  }
  const url = `amqp://guest:${password}@127.0.0.1:${port}`
  await waitForServer('RabbitMQ', server, () => probeRabbitmq(url), stop)
  const processes = [
    { pid: server.pid, mark: home },
    { pid: epmd.pid, mark: `-port ${epmdPort}` },
  ]
  return { url, processes, ended: endOf(server), stop }
}

/** RabbitMQ's definitions of its first user and virtual host, with the default names. */
const ownUser = (password: string) => ({
  users: [{ name: 'guest', password, tags: ['administrator'] }],
  vhosts: [{ name: '/' }],
  permissions: [{ user: 'guest', vhost: '/', configure: '.*', write: '.*', read: '.*' }],
})
