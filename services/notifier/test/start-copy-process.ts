import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '@pagebell/testing/until'
import type { Changes, TestEnvironment } from './start-notifier.ts'

/** Starts a copy in a separate process, which can be frozen and killed; it is killed when this is disposed of. */
export async function startCopyProcess(environment: TestEnvironment, changes: Changes) {
  const child = spawn(process.execPath, ['--no-warnings', new URL('./copy-main.ts', import.meta.url).pathname], {
    env: { ...process.env, SETTINGS: JSON.stringify(environment.settingsOf(changes)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await using starting = new AsyncDisposableStack()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  starting.defer(kill)
  let log = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const hasLogged = (text: string) => log.includes(text)
  await until('it is ready', () => hasLogged('"msg":"ready"'))
  const running = starting.move()
  return { child, kill, hasLogged, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
