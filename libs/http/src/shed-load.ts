import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from './http-server.ts'

const sampledEveryMs = 250

/** Node 24 counts three semi-spaces of 64 MiB towards the limit; it is old objects, in the rest, that end a process. */
const youngBytes = 192 * 1_024 * 1_024

/** Answers 503 while memory is nearly used up, so that what is under way is finished instead of dying with the process. */
export function shedLoad(app: HttpServer): void {
  // In a container its limit counts; without one this is the machine's memory or more.
  const mayHave = process.constrainedMemory()
  void app.register(underPressure, {
    maxHeapUsedBytes: 0.85 * (getHeapStatistics().heap_size_limit - youngBytes),
    ...(mayHave > 0 ? { maxRssBytes: 0.9 * mayHave } : {}),
    sampleInterval: sampledEveryMs,
    pressureHandler: async () => {
      throw fault('unavailable', 'Too much is asked at once.', { retryAfterSeconds: 2, details: { outcome: 'none' } })
    },
  })
}
