import { isMainThread } from 'node:worker_threads'

// Loaded into every service before its own code (--import). Says on stdout how much processor time the main thread used
// between two turns of a timer: for so long its code let nobody else have the event loop, however busy the machine is.

const everyMs = 10
/** Less says nothing about a page. */
const worthSayingMs = 50

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
    const [heldMs, lateMs] = [usedMs() - before, performance.now() - lastTurn - everyMs]
    before += heldMs
    lastTurn = performance.now()
    if (heldMs < worthSayingMs) return
    process.stdout.write(`${JSON.stringify({ msg: 'thread held', part, held: heldMs, late: lateMs })}\n`)
  }, everyMs).unref()
}
