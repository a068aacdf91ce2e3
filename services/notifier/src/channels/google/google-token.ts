import { createHash, createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ChannelResult, ChannelTools, EngineResponse } from '../channel.ts'
import { readJsonFields, readRetryAfter } from '../engine-response.ts'

/** https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests */
const tokenEndpoint = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/indexing'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const lifeSeconds = 3_600
/** A token is renewed so long before it expires, so that none expires on its way. */
const marginMs = 60_000

export type ServiceAccount = {
  client_email: string
  private_key: string
  private_key_id?: string
  token_uri?: string
}
/** An access token, or what its refusal means for the URLs of the account. */
type TokenResult = { token: string } | { result: ChannelResult }
type TokenTools = Pick<ChannelTools, 'fetch' | 'cache' | 'now'>

/** The key of an account's cache entries: it cannot be computed without the private key. */
export function accountKey({ client_email, private_key }: ServiceAccount): string {
  return createHash('sha256').update(`${client_email}\n${private_key}`).digest('base64url')
}

export const forgetToken = (account: ServiceAccount, { cache }: TokenTools): void =>
  cache.delete(`google token ${accountKey(account)}`)

/** A cached access token of the account, or a new one. `base` is the base URL of the API. */
export async function findToken(account: ServiceAccount, base: string, tools: TokenTools): Promise<TokenResult> {
  return tools.cache.getOrLoad<TokenResult>(`google token ${accountKey(account)}`, () =>
    requestToken(account, base, tools),
  )
}

async function requestToken(
  account: ServiceAccount,
  base: string,
  tools: TokenTools,
): Promise<{ value: TokenResult; expiresAt: number }> {
  const began = tools.now()
  const assertion = await sign(account, began)
  // Refusals are not cached.
  if (assertion === undefined)
    return { value: { result: refused('service_account_key_unusable', undefined) }, expiresAt: 0 }
  const answer = await tools.fetch(tokenUrl(account, base), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: grantType, assertion }).toString(),
  })
  const { access_token, expires_in, error } = readJsonFields(answer.text)
  const response = { status: answer.status, message: answer.text }
  if (answer.status === 200 && typeof access_token === 'string' && /^\S+$/.test(access_token)) {
    const life = (typeof expires_in === 'number' ? expires_in : lifeSeconds) * 1_000
    return { value: { token: access_token }, expiresAt: began + Math.max(0, life - marginMs) }
  }
  // The body may hold a token in an unknown form, so it is not recorded.
  if (answer.status === 200)
    return { value: { result: { kind: 'retry', reason: 'google_token_strange_answer' } }, expiresAt: 0 }
  const reason = `google_token_${typeof error === 'string' && /^\w{1,64}$/.test(error) ? error : `http_${answer.status}`}`
  const mayPass = answer.status >= 500 || answer.status === 408 || answer.status === 429
  const wait = readRetryAfter(answer.header('retry-after'))
  return {
    value: { result: mayPass ? { kind: 'retry', reason, ...wait, response } : refused(reason, response) },
    expiresAt: 0,
  }
}

const refused = (reason: string, response: EngineResponse | undefined): ChannelResult => ({
  kind: 'rejected',
  reason,
  divisible: false,
  ...(response && { response }),
})

async function sign(account: ServiceAccount, now: number): Promise<string | undefined> {
  const seconds = Math.floor(now / 1_000)
  const header = { alg: 'RS256', typ: 'JWT', ...(account.private_key_id && { kid: account.private_key_id }) }
  try {
    return await new SignJWT({ scope })
      .setProtectedHeader(header)
      .setIssuer(account.client_email)
      .setAudience(tokenEndpoint)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + lifeSeconds)
      .sign(createPrivateKey(account.private_key))
  } catch {
    // OpenSSL's error could quote the key.
    return undefined
  }
}

/**
 * Google's own for Google; for another engine that the operator has set, an address on that engine only: the file of
 * the service account comes from the customer, and could name any address.
 */
function tokenUrl({ token_uri }: ServiceAccount, base: string): string {
  const { origin, hostname } = new URL(base)
  if (hostname.endsWith('.googleapis.com')) return tokenEndpoint
  return URL.parse(token_uri ?? '')?.origin === origin ? (token_uri ?? '') : `${origin}/token`
}
