import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { errorCode } from '@pagebell/start/connection-error'
import type { PrivateServer, ProcessNote } from '@pagebell/start/private-server'
import { signalGroup } from '@pagebell/start/run-process'
import { waitUntil } from '@pagebell/start/wait-until'

/** A server that can be killed, frozen, and restarted at the same address with its data. */
export type Crashable = {
  name: string
  url: string
  /** Sends SIGKILL to the server and its children; resolves when they have ended. */
  end(): Promise<void>
  /** Resolves once the server accepts connections. */
  start(): Promise<void>
  /** Signals the server and its children. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>
}

/** Records each process, so that a later run can end processes that this one left. */
export type NoteProcess = (pid: number, mark: string) => Promise<void>

/** Wraps a private server of `npm start`; `begin` has to use the same folder and port each time. */
export async function crashable(
  name: string,
  note: NoteProcess,
  begin: () => Promise<Pick<PrivateServer, 'url' | 'processes'> | undefined>,
): Promise<Crashable> {
  let [main, url] = await beginAndNote()

  async function beginAndNote(): Promise<[ProcessNote, string]> {
    const begun = await begin()
    const [process] = begun?.processes ?? []
    if (begun === undefined || process === undefined) throw new Error(`${name} is not installed.`)
    await note(process.pid, process.mark)
    return [process, begun.url]
  }

  return {
    name,
    url,
    async start() {
      ;[main, url] = await beginAndNote()
    },
    async end() {
      // List the children first: they are re-parented when the parent ends.
      const all = [main.pid, ...(await childrenOf(main.pid))]
      for (const pid of all) send(pid, 'SIGKILL')
      signalGroup(main.pid, 'SIGKILL')
      await waitUntil(() => all.every((pid) => !send(pid, 0)), {
        timeoutMs: 10_000,
        failure: () => new Error(`${name} cannot be ended.`),
      })
    },
    async signal(signal) {
      for (const pid of [main.pid, ...(await childrenOf(main.pid))]) send(pid, signal)
    },
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const found = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  return found.stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}

/** Whether the process exists. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
    return false
  }
}
