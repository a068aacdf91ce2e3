import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { eventLoopDelay, eventLoopDelayMax, eventLoopUtilization, heapUsed, processMemory } from './metrics.ts'

/** The event loop is measured in windows of this length, since two collectors may read in turn. */
const windowMs = 10_000

/** The metrics of the process itself. */
export function watchProcess(): Disposable {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  let windowStart = performance.now()
  let utilizationAtStart = performance.eventLoopUtilization()
  let previousMax = 0

  function measure() {
    const { utilization } = performance.eventLoopUtilization(utilizationAtStart)
    // The maximum of the previous window counts too: whichever collector reads first in a window, the other sees it.
    const measured = { p99: delays.percentile(99) / 1e9, max: Math.max(delays.max / 1e9, previousMax), utilization }
    if (performance.now() - windowStart < windowMs) return measured
    previousMax = delays.max / 1e9
    windowStart = performance.now()
    utilizationAtStart = performance.eventLoopUtilization()
    delays.reset()
    return measured
  }

  const readers = [
    eventLoopDelay.read(() => [{ value: measure().p99, labels: {} }]),
    eventLoopDelayMax.read(() => [{ value: measure().max, labels: {} }]),
    eventLoopUtilization.read(() => [{ value: measure().utilization, labels: {} }]),
    processMemory.read(() => [{ value: process.memoryUsage.rss(), labels: {} }]),
    heapUsed.read(() => [{ value: process.memoryUsage().heapUsed, labels: {} }]),
  ]
  return {
    [Symbol.dispose]() {
      delays.disable()
      for (const reader of readers) reader[Symbol.dispose]()
    },
  }
}
