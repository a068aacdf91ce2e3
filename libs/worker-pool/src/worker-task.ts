import { flushCompileCache } from 'node:module'

/** The first task of every thread: it loads the file, so that no page's deadline covers that. */
export const startTask = { kind: 'start' } as const

/** A result, or the error that this page causes, which a retry would not change. */
export type Answer = { result: unknown } | { threw: string }

/** Does the first task: a thread is ended without notice, so that Node keeps now what it has compiled. */
export function startThread(): Answer {
  flushCompileCache()
  return { result: undefined }
}

/** A small Buffer is part of Node's shared pool and must be copied. */
export function movable({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
