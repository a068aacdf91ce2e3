import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type Seal = {
  /** The bytes as a cookie's value that only this system can read, for `about` alone and not after `until` (ms). */
  close(bytes: Buffer, about: string, until: number): string
  /** What was sealed for `about`; undefined for anything else, and for what is over. */
  open(sealed: string | undefined, about: string): Buffer | undefined
}

const nonceLength = 12
const tagLength = 16
const timeLength = 8

/** Encrypts and signs (AES-256-GCM) under a key of its own, made of the secret that the services share. */
export function sealWith(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'pagebell panel cookies', 32))

  return {
    close(bytes, about, until) {
      const nonce = randomBytes(nonceLength)
      const time = Buffer.alloc(timeLength)
      time.writeDoubleBE(until)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(time), cipher.update(bytes), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed ?? '', 'base64url')
      if (bytes.length < nonceLength + tagLength + timeLength) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), {
        authTagLength: tagLength,
      })
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
      const opened = ended(() =>
        Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]),
      )
      if (opened === undefined || opened.readDoubleBE(0) <= Date.now()) return undefined
      return opened.subarray(timeLength)
    },
  }
}

/** A cookie that somebody has changed is no cookie; that is all a failed check says. */
function ended(decipher: () => Buffer): Buffer | undefined {
  try {
    return decipher()
  } catch {
    return undefined
  }
}
