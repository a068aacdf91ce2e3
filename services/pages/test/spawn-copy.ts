import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Changes } from './start-pages.ts'
import { running, world } from './use-pages.ts'

const workspace = fileURLToPath(new URL('../../../', import.meta.url))

/** A copy in a separate process, once it is ready. Throws if it ends before, with what it wrote to standard error. */
export async function spawnCopy(changes: Changes = {}): Promise<ChildProcess> {
  const env = { SETTINGS: JSON.stringify(world.settingsOf(changes)) }
  return (await spawnProgram('services/pages/test/copy-main.ts', env)).process
}

/** The service as `npm start` runs it, with its real times and Node options, once it is ready. */
export async function spawnService(): Promise<{ process: ChildProcess; rpcPort: number }> {
  const { config } = world.settingsOf({ config: { LOG_LEVEL: 'info' } })
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { nodeOptions, glibcTunables } = JSON.parse(manifest) as { nodeOptions: string; glibcTunables: string }
  const { process, log } = await spawnProgram('services/pages/src/main.ts', {
    ...Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)])),
    NODE_OPTIONS: nodeOptions,
    NODE_COMPILE_CACHE: `${workspace}.compiled`,
    GLIBC_TUNABLES: glibcTunables,
  })
  return { process, rpcPort: Number(/"rpc":(\d+)/.exec(log)?.[1]) }
}

async function spawnProgram(program: string, env: NodeJS.ProcessEnv): Promise<{ process: ChildProcess; log: string }> {
  const copy = spawn(process.execPath, [program], {
    cwd: workspace,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.defer(() => void copy.kill('SIGKILL'))
  const closed = once(copy, 'close')
  const output = { log: '', errors: '' }
  copy.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.errors += text
  })
  // Its log is read on, or the copy would end by a broken pipe.
  for await (const text of copy.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output.log += text
    if (!/"msg":"ready".*\n/.test(output.log)) continue
    copy.stdout.resume()
    return { process: copy, log: output.log }
  }
  await closed
  throw new Error(`A copy ended before it was ready:\n${output.errors}`)
}

/** Ends a copy without warning. */
export const killCopy = (copy: ChildProcess): Promise<void> => endCopy(copy, 'SIGKILL')

/** Ends a copy as an operator does. */
export const stopCopy = (copy: ChildProcess): Promise<void> => endCopy(copy, 'SIGTERM')

async function endCopy(copy: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  copy.kill(signal)
  if (copy.exitCode === null && copy.signalCode === null) await once(copy, 'exit')
}
