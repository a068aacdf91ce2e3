import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Changes } from './start-pages.ts'
import { running, world } from './use-pages.ts'

/** A copy in a separate process, once it is ready. Throws if it ends before, with what it wrote to standard error. */
export async function spawnCopy(changes: Changes = {}): Promise<ChildProcess> {
  const copy = spawn(process.execPath, [fileURLToPath(new URL('copy-main.ts', import.meta.url))], {
    env: { PATH: process.env['PATH'], SETTINGS: JSON.stringify(world.settingsOf(changes)) },
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
    if (!output.log.includes('"msg":"ready"')) continue
    copy.stdout.resume()
    return copy
  }
  await closed
  throw new Error(`A copy ended before it was ready:\n${output.errors}`)
}

/** Ends a copy without warning. */
export async function killCopy(copy: ChildProcess): Promise<void> {
  copy.kill('SIGKILL')
  if (copy.exitCode === null && copy.signalCode === null) await once(copy, 'exit')
}
