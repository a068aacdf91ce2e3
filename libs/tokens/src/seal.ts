import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts text so that only holders of the key can read or change it, and only in the place it was sealed for. */
export type Seal = {
  /** The id of the key that seals; the others only open. */
  currentId: string
  seal(text: string, place: string): string
  /** Throws if the key is not known, or if anything about the text or its place was changed. */
  open(sealed: string, place: string): string
}

/** Each has separate keys. */
export type SealPurpose = 'channel settings' | 'event endpoints' | 'hub subscriptions' | 'panel cookies' | 'sources'

type Key = { id: string; bytes: Buffer }

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Of SETTINGS_KEY: one secret or several, separated by commas, the newest first. What is sealed for one purpose is not
 * opened for another.
 */
export function createSeal(secrets: string, purpose: SealPurpose): Seal {
  const keys = secrets.split(',').flatMap((secret) => (secret.trim() === '' ? [] : [keyOf(secret.trim(), purpose)]))
  const [current] = keys
  if (current === undefined) throw new Error('SETTINGS_KEY holds no key.')

  return {
    currentId: current.id,

    seal(text, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, current.bytes, nonce, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(place))
      const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${current.id}.${bytes.toString('base64url')}`
    },

    open(sealed, place) {
      const [id = '', text = ''] = sealed.split('.')
      const key = keys.find((one) => one.id === id)
      if (key === undefined) throw new Error(`SETTINGS_KEY lacks the key ${id} by which settings are sealed.`)
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(place))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const opened = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    },
  }
}

/** Derives 32 bytes from any secret; the id identifies the key and reveals nothing about it. */
function keyOf(secret: string, purpose: SealPurpose): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `pagebell ${purpose}`, 32))
  return { bytes, id: createHash('sha256').update('id').update(bytes).digest('hex').slice(0, 8) }
}
