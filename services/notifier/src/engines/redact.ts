import type { EngineFetch } from '../channels/channel.ts'

/** Removes these secrets, and the token of the request, from response bodies: engines echo what they receive. */
export function redactSecrets(fetch: EngineFetch, secrets: string[]): EngineFetch {
  return async (url, request) => {
    const response = await fetch(url, request)
    const bearer = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1]
    return { ...response, text: redact(response.text, bearer === undefined ? secrets : [...secrets, bearer]) }
  }
}

function redact(text: string, secrets: string[]): string {
  let clean = text
  for (const secret of secrets)
    for (const written of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]))
      if (written !== '') clean = clean.replaceAll(written, '***')
  return clean
}
