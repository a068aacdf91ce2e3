import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import type { PrivateServer } from './private-server.ts'
import { runProcess } from './run-process.ts'
import { StartProblem } from './start-problem.ts'
import { waitUntil } from './wait-until.ts'

const docker = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('docker', args, { timeout: 300_000 })).stdout.trim()

/** Whether a Docker engine responds. */
export function hasDockerEngine(): Promise<boolean> {
  return docker('info', '--format', '{{.ServerVersion}}').then(
    (version) => version !== '',
    () => false,
  )
}

/** The configuration of a server's container. */
export type ContainerRecipe = {
  name: string
  image: string
  port: number
  volume: string
  env: string[]
  command: string[]
  url(port: number): string
  probe(url: string): Promise<boolean>
}

/** Runs a server in a container, with a volume per data directory. */
export async function startContainer(
  recipe: ContainerRecipe,
  dataDir: string,
  fixedPort?: number,
): Promise<PrivateServer> {
  const name = `pagebell-${recipe.name}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 10)}`
  await docker('rm', '--force', name)
  const port = fixedPort ?? (await freePort())
  try {
    const options = ['--detach', '--rm', '--name', name, '--hostname', name]
    const reach = ['--publish', `127.0.0.1:${port}:${recipe.port}`, '--volume', `${name}:${recipe.volume}`]
    const env = recipe.env.flatMap((pair) => ['--env', pair])
    await docker('run', ...options, ...reach, ...env, recipe.image, ...recipe.command)
  } catch (error) {
    throw new StartProblem(`Docker cannot start ${recipe.image}: ${String(error).replace(/\s+/g, ' ')}`)
  }
  const url = recipe.url(port)
  const stop = async (): Promise<void> => {
    await docker('stop', '--time', '5', name)
  }
  try {
    await waitUntil(() => recipe.probe(url).catch(() => false), {
      timeoutMs: 90_000,
      intervalMs: 300,
      failure: () => new StartProblem(`${recipe.image} did not respond within 90 s: see docker logs ${name}.`),
    })
  } catch (error) {
    await stop()
    throw error
  }
  const waiting = await runProcess('docker', ['wait', name])
  // `docker wait` prints the exit code of the container.
  const ended = waiting.ended.then(() => waiting.lastLines().at(-1) ?? 'no exit code')
  return { url, processes: [], ended, stop }
}
