import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Ends by itself if its parent is killed. */
const busyLoop = 'const { ppid } = process; while (process.ppid === ppid);'

type BusyProcesses = {
  pids: number[]
  /** Throws unless all of them are still running. */
  check(): void
}

/** Starts processes that compute without a pause; they end with `running`. */
export function startBusyProcesses(running: AsyncDisposableStack, count: number): BusyProcesses {
  const children = Array.from({ length: count }, () => spawn(process.execPath, ['-e', busyLoop], { stdio: 'ignore' }))
  running.defer(async () => void (await Promise.all(children.map(stop))))
  return {
    pids: children.flatMap(({ pid }) => pid ?? []),
    check() {
      const ended = children.filter((child) => !isRunning(child)).length
      if (ended > 0) throw new Error(`${ended} of ${count} busy processes ended during the measurement.`)
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null
