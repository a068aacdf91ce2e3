import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { eventLoopDelay, eventLoopUtilization, heapUsed, processMemory } from '@pagebell/runtime/metrics'

/** Two collectors may ask: none is to take the other's time span away. */
const spanMs = 10_000

/** The metrics of the process itself. */
export function watchProcess(): Disposable {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  let since = performance.now()
  let before = performance.eventLoopUtilization()
  let seen = { p99: 0, utilization: 0 }

  function look() {
    const { utilization } = performance.eventLoopUtilization(before)
    seen = { p99: delays.percentile(99) / 1e9, utilization }
    if (performance.now() - since < spanMs) return seen
    since = performance.now()
    before = performance.eventLoopUtilization()
    delays.reset()
    return seen
  }

  const reading = [
    eventLoopDelay.read(() => [{ value: look().p99, labels: {} }]),
    eventLoopUtilization.read(() => [{ value: look().utilization, labels: {} }]),
    processMemory.read(() => [{ value: process.memoryUsage.rss(), labels: {} }]),
    heapUsed.read(() => [{ value: process.memoryUsage().heapUsed, labels: {} }]),
  ]
  return {
    [Symbol.dispose]() {
      delays.disable()
      for (const one of reading) one[Symbol.dispose]()
    },
  }
}
