import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { fault } from '@pagebell/faults/fault'

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane; about 30 ms. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

const derive = promisify(argon2)

// libuv has four threads for everything that is slow: two stay free for files and DNS, and a flood of sign-ups takes
// neither all memory nor an endless queue.
const atOnce = 2
const mostWaiting = 64

let running = 0
const waiting: (() => void)[] = []

/** The password as a PHC string of argon2id. Throws fault unavailable if too many are waiting already. */
export async function hashPassword(password: string): Promise<string> {
  await takeTurn()
  try {
    const nonce = randomBytes(16)
    const tag = await derive('argon2id', { ...cost, message: password, nonce })
    const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
    return `$argon2id$v=19$${parameters}$${unpadded(nonce)}$${unpadded(tag)}`
  } finally {
    const next = waiting.shift()
    // The turn is handed over, so that nobody who comes this moment takes it first.
    if (next) next()
    else running -= 1
  }
}

async function takeTurn(): Promise<void> {
  if (running < atOnce) {
    running += 1
    return
  }
  if (waiting.length >= mostWaiting) throw fault('unavailable', 'Too many passwords at once.', { retryAfterSeconds: 1 })
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
