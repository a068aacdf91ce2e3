import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from './http-server.ts'

const sampleIntervalMs = 250

/** Node 24 counts three semi-spaces of 64 MiB towards the limit; a process ends when old space, the rest, is full. */
const youngBytes = 192 * 1_024 * 1_024

/** Responds 503 while memory is nearly used up, so that requests in progress complete before the process runs out. */
export function shedLoad(app: HttpServer): void {
  // The container's limit; without one, the machine's memory or more.
  const memoryLimit = process.constrainedMemory()
  void app.register(underPressure, {
    maxHeapUsedBytes: 0.85 * (getHeapStatistics().heap_size_limit - youngBytes),
    ...(memoryLimit > 0 ? { maxRssBytes: 0.9 * memoryLimit } : {}),
    sampleInterval: sampleIntervalMs,
    pressureHandler: async () => {
      throw fault('unavailable', 'Too much is asked at once.', { retryAfterSeconds: 2, details: { outcome: 'none' } })
    },
  })
}
