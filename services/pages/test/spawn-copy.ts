import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Changes } from './start-pages.ts'
import { running, world } from './use-pages.ts'

/** A copy in a separate process, once it is ready. */
export async function spawnCopy(changes: Changes = {}): Promise<ChildProcess> {
  const copy = spawn(process.execPath, [fileURLToPath(new URL('copy-main.ts', import.meta.url))], {
    env: { PATH: process.env['PATH'], SETTINGS: JSON.stringify(world.settingsOf(changes)) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running.defer(() => void copy.kill('SIGKILL'))
  for await (const line of copy.stdout ?? []) if (String(line).includes('ready')) break
  return copy
}

/** Ends a copy without warning. */
export async function killCopy(copy: ChildProcess): Promise<void> {
  copy.kill('SIGKILL')
  if (copy.exitCode === null && copy.signalCode === null) await once(copy, 'exit')
}
