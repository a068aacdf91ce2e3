import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { errorCode } from '@pagebell/start/connection-error'
import type { PrivateServer, ProcessNote } from '@pagebell/start/private-server'
import { signalGroup } from '@pagebell/start/run-process'
import { waitUntil } from '@pagebell/start/wait-until'

/** A server that can be ended as by a power cut, frozen, and started again at its address with its data. */
export type Crashable = {
  name: string
  url: string
  /** kill -9 to it and all its children; resolves when they are gone. */
  end(): Promise<void>
  /** Resolves once it answers. */
  start(): Promise<void>
  /** To it and its children. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>
}

/** Told of each process, so that a later run can end what this one had to leave behind. */
export type NoteProcess = (pid: number, mark: string) => Promise<void>

/** Makes one of what `npm start` starts as a private server; `begin` has to use the same folder and port each time. */
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
      // The children are asked for first: once the parent is dead nobody knows whose they were.
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

/** Whether there was such a process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
    return false
  }
}
