import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningProcess, runProcess } from './run-process.ts'
import { workspace } from './service-list.ts'
import { StartProblem } from './start-problem.ts'
import { waitUntil } from './wait-until.ts'

export type LaunchedProcess = {
  readonly name: string
  /** The process that runs at this moment. */
  pid(): number
  kill(signal: NodeJS.Signals): void
  /** How often it has been started again. */
  restarts(): number
  /** Stops it and starts it anew, from whatever its files hold now. */
  restart(reason: string): Promise<void>
  stop(): Promise<void>
}

type Launch = {
  name: string
  /** The TypeScript file that it runs, from the workspace. */
  program: string
  env: NodeJS.ProcessEnv
  /** Where a debugger can attach, on this machine. */
  inspectPort?: number | undefined
  /** Answers 200 once it is ready. */
  readyUrl: string
  onLine: (line: string) => void
  onStart: (pid: number, mark: string) => Promise<void>
  /** Gives up waiting for it to be ready. */
  signal?: AbortSignal | undefined
}

const readyWithinMs = 120_000
/** Node keeps there what it has made of our TypeScript: the next start needs a third less CPU, and 13 MB less memory. */
const keptCode = { NODE_COMPILE_CACHE: join(workspace, 'node_modules/.cache/node') }
/** A process in order is down well before; services give up their open work after less. */
const patienceMs = 6_000

/**
 * Starts a process and waits until it is ready; throws with its last lines if it ends before that. Later, one that dies is
 * started again, after a moment that grows with every death in a row.
 */
export async function launchProcess(launch: Launch): Promise<LaunchedProcess> {
  const { name, program, env, inspectPort, readyUrl, onLine, onStart, signal } = launch
  const inspected = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`]
  signal?.throwIfAborted()
  const stopping = new AbortController()
  let restarts = 0
  /** While it is wanted, an end of the process is no failure; it also ends the pause after one. */
  let restarting = new AbortController()

  const start = async (): Promise<RunningProcess> => {
    const running = await runProcess(process.execPath, [...inspected, program], {
      cwd: workspace,
      env: { ...keptCode, ...env },
      onLine,
    })
    await onStart(running.pid, program)
    return running
  }

  let running = await start()
  const isOver = async (): Promise<boolean> => {
    signal?.throwIfAborted()
    return running.hasEnded() || (await isReady(readyUrl))
  }
  await waitUntil(isOver, {
    timeoutMs: readyWithinMs,
    failure: () => new StartProblem(`${name} was not ready within ${readyWithinMs / 1_000} s: ${lastWords(running)}`),
  }).catch(async (error: unknown) => {
    await running.stop(patienceMs)
    throw error
  })
  if (running.hasEnded()) {
    throw new StartProblem(`${name} (${basename(program)}) ended with ${await running.ended}: ${lastWords(running)}`)
  }

  const watch = (async () => {
    for (let delayMs = 250; ; delayMs = Math.min(delayMs * 2, 8_000)) {
      const startedAt = performance.now()
      const outcome = await running.ended
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt > 30_000) delayMs = 250
      if (!restarting.signal.aborted) {
        onLine(`ended with ${outcome}; starting it again`)
        const signal = AbortSignal.any([stopping.signal, restarting.signal])
        // A pause that is cut short is over, like any other.
        await pause(delayMs, undefined, { signal }).catch(() => undefined)
      }
      if (stopping.signal.aborted) return
      restarting = new AbortController()
      running = await start()
      restarts++
      // Its files changed while it was being started.
      if (restarting.signal.aborted) running.kill('SIGTERM')
    }
  })()

  return {
    name,
    pid: () => running.pid,
    kill: (signal) => running.kill(signal),
    restarts: () => restarts,
    async restart(reason) {
      onLine(`restarting: ${reason}`)
      restarting.abort()
      await running.stop(patienceMs)
    },
    async stop() {
      stopping.abort()
      await running.stop(patienceMs)
      await watch
      // It may have been started once more while the order to stop was on its way.
      await running.stop(patienceMs)
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )
}

const lastWords = (running: RunningProcess): string => `\n  ${running.lastLines().slice(-8).join('\n  ')}`
