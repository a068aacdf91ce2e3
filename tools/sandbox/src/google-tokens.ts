import { randomBytes } from 'node:crypto'
import { decodeJwt, importSPKI, jwtVerify } from 'jose'
import type { GoogleAccounts } from './google-account.ts'

const audience = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/indexing'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const lifeSeconds = 3_599

/** RFC 6749, 5.2. */
export type TokenRefusal = { error: string; error_description: string }
export type GoogleTokens = ReturnType<typeof keepGoogleTokens>

/** Exchanges signed assertions for access tokens (RFC 7523), as strictly as Google does. */
export function keepGoogleTokens(accounts: GoogleAccounts, now: () => number) {
  const issued = new Map<string, { clientEmail: string; until: number }>()

  async function whoSigned(form: URLSearchParams): Promise<string | TokenRefusal> {
    if (form.get('grant_type') !== grantType)
      return refusal('unsupported_grant_type', `grant_type is not ${grantType}.`)
    const assertion = form.get('assertion')
    if (assertion === null) return refusal('invalid_request', 'assertion is missing.')
    try {
      const clientEmail = decodeJwt(assertion).iss ?? ''
      const publicKey = accounts.publicKeyOf(clientEmail)
      if (publicKey === undefined) return refusal('invalid_grant', 'Invalid grant: account not found')
      const { payload } = await jwtVerify(assertion, await importSPKI(publicKey, 'RS256'), {
        algorithms: ['RS256'],
        audience,
        requiredClaims: ['iat', 'exp'],
        clockTolerance: 30,
        currentDate: new Date(now()),
      })
      const { iat = 0, exp = 0 } = payload
      if (iat * 1_000 > now() + 30_000) return refusal('invalid_grant', 'iat is in the future.')
      if (exp - iat > 3_600) return refusal('invalid_grant', 'The token must be short-lived: at most an hour.')
      if (payload['scope'] !== scope) return refusal('invalid_scope', `scope is not ${scope}.`)
      return clientEmail
    } catch (error) {
      return refusal('invalid_grant', `Invalid JWT: ${(error as Error).message}`)
    }
  }

  return {
    async exchange(form: URLSearchParams) {
      const signer = await whoSigned(form)
      if (typeof signer !== 'string') return signer
      const access_token = `ya29.${randomBytes(24).toString('base64url')}`
      issued.set(access_token, { clientEmail: signer, until: now() + lifeSeconds * 1_000 })
      return { token: { access_token, expires_in: lifeSeconds, token_type: 'Bearer' }, signer }
    },
    /** The account of a token; undefined if unknown or expired. */
    ownerOf(authorization: string | undefined): string | undefined {
      const known = issued.get(/^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '')
      return known !== undefined && known.until > now() ? known.clientEmail : undefined
    },
    /** Expires all tokens. */
    expireAll: () => issued.clear(),
  }
}

const refusal = (error: string, error_description: string): TokenRefusal => ({ error, error_description })
