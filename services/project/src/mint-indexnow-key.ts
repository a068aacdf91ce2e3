import { randomBytes } from 'node:crypto'

/** 32 hexadecimal digits: the protocol allows 8 to 128 of [a-zA-Z0-9-] (indexnow.org/documentation). */
export function mintIndexNowKey(): string {
  return randomBytes(16).toString('hex')
}
