import { payloadBytesAtMost } from './carriage-contract.ts'

/** Once this many bytes are together a message is full, unless its first frame alone is larger. */
const messageBytes = 256 * 1_024

export type Gathering<Frame> = {
  /** Hands a frame over to be sent. */
  push(frame: Frame): void
  /** True if nothing waits and nothing is on its way. */
  isIdle(): boolean
}

/**
 * Sends together what is pushed within one turn of the event loop or while the last message is on its way: a system call
 * costs more than what stands in it. `write` says by `done` that the other side has room again.
 */
export function gatherFrames<Frame>(
  write: (frames: Frame[], done: () => void) => void,
  bytesOf: (frame: Frame) => number,
): Gathering<Frame> {
  let waiting: Frame[] = []
  let onItsWay = false

  const send = (): void => {
    onItsWay = false
    if (waiting.length === 0) return
    onItsWay = true
    write(takeMessage(), send)
  }

  function takeMessage(): Frame[] {
    let bytes = 0
    const end = waiting.findIndex((frame) => {
      const own = bytesOf(frame)
      const isFull = bytes > 0 && bytes + own > messageBytes
      bytes += own
      return isFull
    })
    const taken = end === -1 ? waiting : waiting.slice(0, end)
    waiting = end === -1 ? [] : waiting.slice(end)
    return taken
  }

  return {
    push(frame) {
      waiting.push(frame)
      if (onItsWay) return
      onItsWay = true
      setImmediate(send)
    },
    isIdle: () => !onItsWay,
  }
}

/** True for a request or reply that no message can hold. */
export const isTooLarge = (payload: Uint8Array): boolean => payload.byteLength > payloadBytesAtMost
