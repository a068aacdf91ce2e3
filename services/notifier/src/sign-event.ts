import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
/** The least that the scheme allows; more would not be harder to guess. */
const secretBytes = 24

/** A new secret as Standard Webhooks has them: whsec_ and base64. */
export const mintSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

/**
 * The headers by which a receiver knows who sent an event: https://www.standardwebhooks.com. Each secret signs, the newest
 * first, so that a receiver that knows only one of them is content. `seconds` since 1970.
 */
export function signEvent(secrets: string[], { id, seconds, body }: { id: string; seconds: number; body: string }) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
