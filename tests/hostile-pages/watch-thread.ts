import { isMainThread } from 'node:worker_threads'

// Loaded into every service before its own code (--import). Logs to stdout how much CPU time the main thread used
// between two runs of a timer: the time for which code blocked the event loop, however busy the machine is.

const intervalMs = 10
/** Less is noise. */
const minReportedMs = 50

if (isMainThread) {
  const part = /services\/(\w+)\//.exec(process.argv[1] ?? '')?.[1] ?? 'none'
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let before = usedMs()
  let lastTurn = performance.now()
  process.stdout.write(`${JSON.stringify({ msg: 'thread watched', part })}\n`)
  setInterval(() => {
    const [heldMs, lateMs] = [usedMs() - before, performance.now() - lastTurn - intervalMs]
    before += heldMs
    lastTurn = performance.now()
    if (heldMs < minReportedMs) return
    process.stdout.write(`${JSON.stringify({ msg: 'thread held', part, held: heldMs, late: lateMs })}\n`)
  }, intervalMs).unref()
}
