import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import {
  eventLoopDelay,
  eventLoopDelayMax,
  eventLoopUtilization,
  heapUsed,
  processMemory,
} from '@pagebell/runtime/metrics'

/** Two collectors may ask: none is to take the other's time span away. */
const spanMs = 10_000

/** The metrics of the process itself. */
export function watchProcess(): Disposable {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  let since = performance.now()
  let before = performance.eventLoopUtilization()
  let seen = { p99: 0, longest: 0, utilization: 0 }
  let longestBefore = 0

  function look() {
    const { utilization } = performance.eventLoopUtilization(before)
    // The longest delay of the span before counts too: whichever collector asks first in a span, the other sees it.
    seen = { p99: delays.percentile(99) / 1e9, longest: Math.max(delays.max / 1e9, longestBefore), utilization }
    if (performance.now() - since < spanMs) return seen
    longestBefore = delays.max / 1e9
    since = performance.now()
    before = performance.eventLoopUtilization()
    delays.reset()
    return seen
  }

  const reading = [
    eventLoopDelay.read(() => [{ value: look().p99, labels: {} }]),
    eventLoopDelayMax.read(() => [{ value: look().longest, labels: {} }]),
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
