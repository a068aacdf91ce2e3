import { Transform } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from './http-server.ts'

/** Bodies up to this size are not counted: most are, and a full house must not turn them away. */
const smallBytes = 64 * 1_024

/** What all large bodies under way may take together. Text, parsed and judged, is many times what came over the wire. */
const heldAtMost = Math.max(8 * 1_024 * 1_024, getHeapStatistics().heap_size_limit / 24)

/**
 * Refuses large bodies while those under way take all the memory that there is for them. Counts what has arrived, not what
 * was announced, so that announcing costs others nothing.
 */
export function boundBodies(app: HttpServer): void {
  let held = 0
  app.addHook('preParsing', (request, reply, payload, done) => {
    const announced = Number(request.headers['content-length'] ?? Infinity)
    // A scope that parses nothing passes bodies on, and holds none.
    if (announced <= smallBytes || !request.server.hasContentTypeParser('application/json')) return done(null, payload)

    let own = 0
    let refused = false
    reply.raw.once('close', () => {
      held -= own
    })
    const counted = Object.assign(
      new Transform({
        transform(chunk: Buffer, _encoding, pass) {
          refused ||= held + chunk.length > heldAtMost && own + chunk.length > smallBytes
          // The rest is read and dropped: a client that is cut off while it sends may never see the answer.
          if (refused) return pass()
          own += chunk.length
          held += chunk.length
          counted.receivedEncodedLength = own
          pass(null, chunk)
        },
        flush: (end) => end(refused ? tooMuchAtOnce() : null),
      }),
      { receivedEncodedLength: 0 },
    )
    done(null, payload.pipe(counted))
  })
}

const tooMuchAtOnce = () =>
  fault('unavailable', 'Too many large requests at once.', { retryAfterSeconds: 2, details: { outcome: 'none' } })
