import { domainToUnicode } from 'node:url'

/** What stays encoded: controls, spaces, marks that turn the direction of text, and what has a meaning in a URL. */
const keptEncoded = /[\p{C}\p{Z}%/?#&=+;\\"'<>`{}|^[\]]/u

/** A URL as people of its language read it. For the eye alone: what is copied or sent is the URL itself. */
export function readableUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return url
  const at = url.indexOf(parsed.hostname)
  if (at === -1) return url
  const rest = url.slice(at + parsed.hostname.length)
  return url.slice(0, at) + readableHost(parsed.hostname) + rest.replace(/(?:%[0-9a-f]{2})+/gi, readableRun)
}

/** A host in the letters of its language. */
export const readableHost = (host: string): string => (host.includes('xn--') ? domainToUnicode(host) || host : host)

/** A run of escapes, unless something in it has to stay as it is or is not UTF-8. */
function readableRun(run: string): string {
  try {
    const text = decodeURIComponent(run)
    return Array.from(text, (letter) => (keptEncoded.test(letter) ? encodeURIComponent(letter) : letter)).join('')
  } catch {
    return run
  }
}
