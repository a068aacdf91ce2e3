import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** W3C Trace Context, level 1, section 3.2: version 00, and neither id all zero. */
const traceparentForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

const current = new AsyncLocalStorage<string>()

/** Runs the work under this trace, or under a new one if there is none or it is malformed. */
export function inTrace<T>(traceparent: string | undefined, work: () => T): T {
  return current.run(traceparent !== undefined && traceparentForm.test(traceparent) ? traceparent : newTrace(), work)
}

/** The W3C traceparent to hand on. */
export function currentTraceparent(): string | undefined {
  return current.getStore()
}

/** 32 hex digits; the same from the first request to the last answer that it causes. */
export function currentTraceId(): string | undefined {
  return current.getStore()?.slice(3, 35)
}

function newTrace(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`
}
