import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { errorCode } from './connection-error.ts'

export type RunningProcess = {
  readonly pid: number
  /** Resolves once the process has ended, with its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  hasEnded(): boolean
  /** The newest lines it wrote, at most 30. */
  lastLines(): string[]
  kill(signal: NodeJS.Signals): void
  /** SIGTERM, then after `timeoutMs` SIGKILL, to the process and everything it started. Resolves once it has ended. */
  stop(timeoutMs: number): Promise<void>
}

/**
 * Starts a program in a separate process group, so that Ctrl-C in the terminal reaches only the process that stops the
 * others in order. Rejects if the program cannot be started.
 */
export function runProcess(
  command: string,
  args: string[],
  options: {
    env?: NodeJS.ProcessEnv
    cwd?: string
    uid?: number
    gid?: number
    onLine?: (line: string) => void
  } = {},
): Promise<RunningProcess> {
  const { onLine, ...spawnOptions } = options
  const child = spawn(command, args, { ...spawnOptions, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const keep = (line: string): void => {
    lines.push(line)
    if (lines.length > 30) lines.shift()
    onLine?.(line)
  }
  createInterface({ input: child.stdout }).on('line', keep)
  createInterface({ input: child.stderr }).on('line', keep)

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', () => {
      const pid = child.pid
      if (pid === undefined) return reject(new Error(`${command} has no process id.`))
      let over = false
      const ended = new Promise<number | NodeJS.Signals>((end) => {
        const conclude = (): void => {
          over = true
          end(child.signalCode ?? child.exitCode ?? 0)
        }
        // 'close' follows the last line, but a grandchild may hold the pipes open.
        child.once('close', conclude)
        child.once('exit', () => setTimeout(conclude, 500).unref())
      })
      resolve({
        pid,
        ended,
        hasEnded: () => over,
        lastLines: () => [...lines],
        kill: (signal) => signalGroup(pid, signal),
        async stop(timeoutMs) {
          if (over) return
          signalGroup(pid, 'SIGTERM')
          const impatience = setTimeout(() => signalGroup(pid, 'SIGKILL'), timeoutMs)
          await ended
          clearTimeout(impatience)
          // Children that outlived the process.
          signalGroup(pid, 'SIGKILL')
        },
      })
    })
  })
}

/** How a process ended, and the last line it wrote. */
export async function endOf(running: RunningProcess): Promise<string> {
  const outcome = await running.ended
  const last = running.lastLines().at(-1)
  return last === undefined ? String(outcome) : `${outcome} (${last})`
}

/** Signals a process and everything it started; ignores processes that have ended. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // The group is empty.
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
