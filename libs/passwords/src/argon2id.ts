import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's first choice for argon2id: 19 MiB, two passes, parallelism 1; about 30 ms. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

const nonceBytes = 16
const shape = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{43})$/

/** The password as a PHC string, salted. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(nonceBytes)
  const tag = await derive('argon2id', { ...cost, message: message(password), nonce })
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${parameters}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Whether a PHC string was made of this password, at the cost that the string names. Throws on any other string. */
export async function isPasswordOf(phc: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = shape.exec(phc) ?? []
  if (nonce === undefined || tag === undefined) throw new Error('A stored password is no PHC string of argon2id.')
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: 32 }
  const derived = await derive('argon2id', { ...parameters, message: message(password), nonce: bytes(nonce) })
  return timingSafeEqual(derived, bytes(tag))
}

/** Takes as long as isPasswordOf at the current cost, so that timing does not reveal a missing password. */
export async function pretendToCompare(password: string): Promise<false> {
  await derive('argon2id', { ...cost, message: message(password), nonce: randomBytes(nonceBytes) })
  return false
}

/** The same password typed on another keyboard may arrive in another Unicode form. */
const message = (password: string): string => password.normalize('NFKC')

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64')

const unpadded = (from: Buffer): string => from.toString('base64').replace(/=+$/, '')
