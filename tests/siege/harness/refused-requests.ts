import { mintToken } from '@pagebell/tokens/token'

const text = Buffer.alloc(200_000, 'a')
const tooMuch = Buffer.alloc(5 * 1_024 * 1_024, ' ')

export type RefusedRequest = { path: string; headers: Record<string, string>; body: Buffer }

/** Requests that are refused before their bodies are read: by the content type, by the length. */
export function refusedRequests(token = mintToken('pbh_')): { wrongType: RefusedRequest; tooLarge: RefusedRequest } {
  const path = `/api/hooks/${token}/submit`
  return {
    wrongType: { path, headers: { 'content-type': 'text/plain' }, body: text },
    tooLarge: { path, headers: { 'content-type': 'application/json' }, body: tooMuch },
  }
}

/** The same at a form of the panel. */
export const refusedForm: RefusedRequest = { path: '/sign-in', headers: { 'content-type': 'text/plain' }, body: text }
