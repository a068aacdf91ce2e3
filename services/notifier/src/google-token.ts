import { createHash, createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ChannelTools, Outcome } from './channel.ts'
import { readRetryAfter } from './read-retry-after.ts'

/** https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests */
const googleToken = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/indexing'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const lifeSeconds = 3_600
/** A token is given up so long before it expires, so that none expires on its way. */
const marginMs = 60_000

export type ServiceAccount = {
  client_email: string
  private_key: string
  private_key_id?: string
  token_uri?: string
}
export type Token = { token: string } | { outcome: Outcome }
type Tools = Pick<ChannelTools, 'fetch' | 'memory' | 'now'>

/** What a process remembers of an account it remembers under this: who has not the private key cannot have the name. */
export function accountName({ client_email, private_key }: ServiceAccount): string {
  return createHash('sha256').update(`${client_email}\n${private_key}`).digest('base64url')
}

export const forgetToken = (account: ServiceAccount, { memory }: Tools): void =>
  memory.forget(`google token ${accountName(account)}`)

/** An access token of the account, or what the refusal of one means for its URLs. `base` is the engine's address. */
export async function googleTokenOf(account: ServiceAccount, base: string, tools: Tools): Promise<Token> {
  return tools.memory.once<Token>(`google token ${accountName(account)}`, () => askForToken(account, base, tools))
}

async function askForToken(
  account: ServiceAccount,
  base: string,
  tools: Tools,
): Promise<{ value: Token; until: number }> {
  const began = tools.now()
  const assertion = await sign(account, began)
  // A refusal is asked anew the next time.
  if (assertion === undefined)
    return { value: { outcome: refused('service_account_key_unusable', undefined) }, until: 0 }
  const answer = await tools.fetch(tokenAddress(account, base), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: grantType, assertion }).toString(),
  })
  const { access_token, expires_in, error } = fieldsOf(answer.text)
  const words = { status: answer.status, message: answer.text }
  if (answer.status === 200 && typeof access_token === 'string' && /^\S+$/.test(access_token)) {
    const life = (typeof expires_in === 'number' ? expires_in : lifeSeconds) * 1_000
    return { value: { token: access_token }, until: began + Math.max(0, life - marginMs) }
  }
  // What Google gave in place of a token may hold one in a form we do not know, so it is not repeated.
  if (answer.status === 200)
    return { value: { outcome: { kind: 'retry', reason: 'google_token_strange_answer' } }, until: 0 }
  const reason = `google_token_${typeof error === 'string' && /^\w{1,64}$/.test(error) ? error : `http_${answer.status}`}`
  const again = answer.status >= 500 || answer.status === 429
  const wait = readRetryAfter(answer.header('retry-after'))
  return { value: { outcome: again ? { kind: 'retry', reason, ...wait, words } : refused(reason, words) }, until: 0 }
}

const refused = (reason: string, words: { status: number; message: string } | undefined): Outcome => ({
  kind: 'rejected',
  reason,
  divisible: false,
  ...(words && { words }),
})

async function sign(account: ServiceAccount, now: number): Promise<string | undefined> {
  const seconds = Math.floor(now / 1_000)
  const header = { alg: 'RS256', typ: 'JWT', ...(account.private_key_id && { kid: account.private_key_id }) }
  try {
    return await new SignJWT({ scope })
      .setProtectedHeader(header)
      .setIssuer(account.client_email)
      .setAudience(googleToken)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + lifeSeconds)
      .sign(createPrivateKey(account.private_key))
  } catch {
    // OpenSSL's words could quote the key.
    return undefined
  }
}

/**
 * Google's own for Google; for another engine that the operator has set, an address on that engine and no other: an
 * account's file could name any, and its owner is not the operator.
 */
function tokenAddress({ token_uri }: ServiceAccount, base: string): string {
  const { origin, hostname } = new URL(base)
  if (hostname.endsWith('.googleapis.com')) return googleToken
  return URL.parse(token_uri ?? '')?.origin === origin ? (token_uri ?? '') : `${origin}/token`
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // A proxy's page: the status has to say it all.
    return {}
  }
}
