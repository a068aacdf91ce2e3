import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { fault } from '@pagebell/faults/fault'

const derive = promisify(argon2)

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const memoryKib = 19_456
const passes = 2
const lanes = 1

export type HashPassword = (password: string) => Promise<string>

/**
 * Hashes passwords with argon2id into PHC strings, at most `atOnce` at a time, because each takes 19 MiB and a thread.
 * When `waiting` more are in line it throws `unavailable` rather than let the line grow.
 */
export function passwordHasher({ atOnce = 2, waiting = 32 } = {}): HashPassword {
  const line: (() => void)[] = []
  let free = atOnce

  return async (password) => {
    if (free > 0) free--
    else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve))
    else throw fault('unavailable', 'Too many passwords are being set right now.', { retryAfterSeconds: 1 })
    try {
      return await hash(password)
    } finally {
      const next = line.shift()
      if (next) next()
      else free++
    }
  }
}

async function hash(password: string): Promise<string> {
  const nonce = randomBytes(16)
  // The same password typed on another keyboard may arrive in another Unicode form.
  const message = password.normalize('NFKC')
  const options = { message, nonce, parallelism: lanes, tagLength: 32, memory: memoryKib, passes }
  const tag = await derive('argon2id', options)
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(nonce)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
