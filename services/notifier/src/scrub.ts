import type { EngineFetch } from './channel.ts'

/** Requests whose answers repeat none of these secrets, nor the token of the request: engines echo what they are told. */
export function scrubbing(fetch: EngineFetch, secrets: string[]): EngineFetch {
  return async (url, request) => {
    const answer = await fetch(url, request)
    const bearer = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1]
    return { ...answer, text: withoutSecrets(answer.text, bearer === undefined ? secrets : [...secrets, bearer]) }
  }
}

function withoutSecrets(text: string, secrets: string[]): string {
  let clean = text
  for (const secret of secrets)
    for (const written of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]))
      if (written !== '') clean = clean.replaceAll(written, '***')
  return clean
}
