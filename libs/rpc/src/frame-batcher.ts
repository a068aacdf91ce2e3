import { maxPayloadBytes } from './mux-contract.ts'

/** A message is full at this many bytes, unless its first frame alone is larger. */
const messageBytes = 256 * 1_024

export type FrameBatcher<Frame> = {
  push(frame: Frame): void
  /** True if no frame is queued or being written. */
  isIdle(): boolean
}

/**
 * Sends in one message what is pushed within one turn of the event loop or while the last message is being written,
 * since a system call costs more than its content. `write` calls `done` when the other side has room again.
 */
export function batchFrames<Frame>(
  write: (frames: Frame[], done: () => void) => void,
  bytesOf: (frame: Frame) => number,
): FrameBatcher<Frame> {
  let waiting: Frame[] = []
  let isSending = false

  const send = (): void => {
    isSending = false
    if (waiting.length === 0) return
    isSending = true
    write(takeMessage(), send)
  }

  function takeMessage(): Frame[] {
    let bytes = 0
    const end = waiting.findIndex((frame) => {
      const frameBytes = bytesOf(frame)
      const isFull = bytes > 0 && bytes + frameBytes > messageBytes
      bytes += frameBytes
      return isFull
    })
    const taken = end === -1 ? waiting : waiting.slice(0, end)
    waiting = end === -1 ? [] : waiting.slice(end)
    return taken
  }

  return {
    push(frame) {
      waiting.push(frame)
      if (isSending) return
      isSending = true
      setImmediate(send)
    },
    isIdle: () => !isSending,
  }
}

/** True for a request or reply that no message can hold. */
export const isTooLarge = (payload: Uint8Array): boolean => payload.byteLength > maxPayloadBytes
