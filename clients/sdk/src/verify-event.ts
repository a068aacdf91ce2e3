import { PagebellSignatureError } from './errors.ts'
import type { components } from './generated/api-types.ts'

type Schemas = components['schemas']

/** What an event endpoint receives: each schema that is named for an event. `Event` alone is an entry of its log. */
export type PagebellEvent = Schemas[Exclude<Extract<keyof Schemas, `${string}Event`>, 'Event'>]

type IncomingHeaders = Headers | Record<string, string | readonly string[] | undefined>

export type VerifyOptions = {
  /** The greatest difference between the signed time and now, in seconds; 300. */
  toleranceSeconds?: number
  /** Milliseconds since 1970; default: the clock. */
  now?: number
}

/**
 * Verifies the signature of an event as Standard Webhooks 1.0 describes, in constant time, and answers the event.
 *
 * @param body as it was received; JSON that was parsed and written again has another signature
 * @param secret whsec_…; several while they are rotated
 * @throws PagebellSignatureError
 */
export async function verifyEvent(
  headers: IncomingHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<PagebellEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = readHeader(headers, name)
    if (value === '') throw new PagebellSignatureError(`The request has no header ${name}.`)
    return value
  }) as [string, string, string]
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new PagebellSignatureError(`webhook-timestamp is not within ${toleranceSeconds} s of the clock.`)

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [bytesOf(one.slice(3))] : []))
  for (const each of [secret].flat()) {
    const key = await importKey(each)
    for (const signature of given) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(text) as PagebellEvent
    }
  }
  throw new PagebellSignatureError('webhook-signature was not made with the secret of this endpoint.')
}

function readHeader(headers: IncomingHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : (found?.join(' ') ?? '')
}

function importKey(secret: string) {
  const bytes = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : new Uint8Array()
  if (bytes.length === 0) throw new TypeError('The secret of an event endpoint is whsec_ and base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** None for what is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 === 1) return new Uint8Array()
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
