import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { workspace } from '@pagebell/start/service-list'

/** Runs a program and returns its output; throws with the output if it fails. */
export function execute(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(program, args, {
    cwd: workspace,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let output = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}\n${printed.slice(-4_000)}`))
    })
  })
}

export type Compose = {
  run(...args: string[]): Promise<string>
  /** The long-running containers: service, state and process. */
  containers(): Promise<Container[]>
}
export type Container = {
  service: string
  status: string
  health: string
  pid: number
  restarts: number
  addresses: string[]
}

/** `docker compose` where it is installed, else docker-compose 1.29; undefined if there is neither or no engine. */
export async function findCompose(project: string, env: NodeJS.ProcessEnv): Promise<Compose | undefined> {
  const works = (program: string, args: string[]): Promise<boolean> =>
    execute(program, args).then(
      () => true,
      () => false,
    )
  if (!(await works('docker', ['info']))) return undefined
  const command = (await works('docker', ['compose', 'version'])) ? ['docker', 'compose'] : ['docker-compose']
  if (command[0] === 'docker-compose' && !(await works('docker-compose', ['version']))) return undefined
  const [program = '', ...first] = command
  return {
    run: (...args) => execute(program, [...first, '--project-name', project, ...args], env),
    async containers() {
      const filter = `label=com.docker.compose.project=${project}`
      const ids = (await execute('docker', ['ps', '--all', '--quiet', '--filter', filter])).split('\n').filter(Boolean)
      if (ids.length === 0) return []
      const all = JSON.parse(await execute('docker', ['inspect', ...ids])) as Inspected[]
      return all
        .filter(({ HostConfig }) => HostConfig.RestartPolicy.Name === 'unless-stopped')
        .map(({ Config, State, RestartCount, NetworkSettings }) => ({
          service: Config.Labels['com.docker.compose.service'] ?? '',
          status: State.Status,
          health: State.Health?.Status ?? 'unchecked',
          pid: State.Pid,
          restarts: RestartCount,
          addresses: Object.values(NetworkSettings.Networks).map(({ IPAddress }) => IPAddress),
        }))
    },
  }
}

type Inspected = {
  Config: { Labels: Record<string, string> }
  HostConfig: { RestartPolicy: { Name: string } }
  State: { Status: string; Pid: number; Health?: { Status: string } }
  RestartCount: number
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> }
}

/** Waits until all long-running containers are healthy; throws with the others after the timeout. */
export async function untilHealthy(compose: Compose, timeoutMs = 300_000): Promise<Container[]> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const containers = await compose.containers()
    const ill = containers.filter(({ status, health }) => status !== 'running' || health !== 'healthy')
    if (containers.length > 0 && ill.length === 0) return containers
    if (performance.now() > deadline) {
      throw new Error(`Not healthy in ${timeoutMs / 1_000} s: ${JSON.stringify(ill)}`)
    }
    await pause(1_000)
  }
}
