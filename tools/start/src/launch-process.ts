import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningProcess, runProcess } from './run-process.ts'
import { workspace } from './service-list.ts'
import { StartProblem } from './start-problem.ts'
import { waitUntil } from './wait-until.ts'

export type LaunchedProcess = {
  readonly name: string
  /** The id of the current process. */
  pid(): number
  kill(signal: NodeJS.Signals): void
  /** How often it has been restarted. */
  restarts(): number
  /** Stops it and starts it again with its current files. */
  restart(reason: string): Promise<void>
  stop(): Promise<void>
}

type Launch = {
  name: string
  /** The TypeScript file that it runs, relative to the workspace. */
  program: string
  env: NodeJS.ProcessEnv
  /** Where a debugger can attach, on this machine. */
  inspectPort?: number | undefined
  /** Returns 200 once it is ready. */
  readyUrl: string
  onLine: (line: string) => void
  onStart: (pid: number, mark: string) => Promise<void>
  /** Aborts waiting for it to be ready. */
  signal?: AbortSignal | undefined
}

const readyTimeoutMs = 120_000
/** Node's compile cache: the next start needs a third less CPU, and 13 MB less memory. */
const compileCache = { NODE_COMPILE_CACHE: join(workspace, 'node_modules/.cache/node') }
/** A healthy process ends well before; services abandon open work earlier. */
const stopTimeoutMs = 6_000

/**
 * Starts a process and waits until it is ready; throws with its last lines if it ends before that. Afterwards it is
 * restarted when it ends, with exponential backoff.
 */
export async function launchProcess(launch: Launch): Promise<LaunchedProcess> {
  const { name, program, env, inspectPort, readyUrl, onLine, onStart, signal } = launch
  const inspected = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`]
  signal?.throwIfAborted()
  const stopping = new AbortController()
  let restarts = 0
  /** Once aborted, an end of the process is expected; it also cuts the backoff short. */
  let restarting = new AbortController()

  const start = async (): Promise<RunningProcess> => {
    const running = await runProcess(process.execPath, [...inspected, program], {
      cwd: workspace,
      env: { ...compileCache, ...env },
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
    timeoutMs: readyTimeoutMs,
    failure: () => new StartProblem(`${name} was not ready within ${readyTimeoutMs / 1_000} s: ${lastWords(running)}`),
  }).catch(async (error: unknown) => {
    await running.stop(stopTimeoutMs)
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
        await pause(delayMs, undefined, { signal }).catch(() => undefined)
      }
      if (stopping.signal.aborted) return
      restarting = new AbortController()
      running = await start()
      restarts++
      // Its files changed during the start.
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
      await running.stop(stopTimeoutMs)
    },
    async stop() {
      stopping.abort()
      await running.stop(stopTimeoutMs)
      await watch
      // It may have been restarted meanwhile.
      await running.stop(stopTimeoutMs)
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
