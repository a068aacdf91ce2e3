import { domainToUnicode } from 'node:url'
import { type Html, html, type Part } from '@pagebell/html/template'
import { icon } from './icon.ts'

/** A URL in Unicode. Copied, it is the URL itself: see panel.js. */
export const shownUrl = (url: string): Html => asciiOnCopy(url, readableUrl(url))

/** A host in Unicode. */
export const shownHost = (host: string): Html => asciiOnCopy(host, readableHost(host))

const asciiOnCopy = (ascii: string, shown: string): Html =>
  shown === ascii
    ? html`<span class="url">${shown}</span>`
    : html`<span class="url" data-ascii="${ascii}" title="${ascii}">${shown}</span>`

/** A link to an address from outside: only to http and https, and without a referrer. */
export function outsideLink(address: string, text?: Part): Html {
  const shown = text ?? readableUrl(address)
  const { protocol } = URL.parse(address) ?? {}
  if (protocol !== 'http:' && protocol !== 'https:') return html`<span class="url">${shown}</span>`
  const className = text === undefined ? 'url out' : 'out'
  return html`<a class="${className}" href="${address}" rel="noopener noreferrer nofollow">${shown}${icon('out')}</a>`
}

/** Stays encoded: controls, spaces, marks that change the direction of text, and what has a meaning in a URL. */
const keptEncoded = /[\p{C}\p{Z}%/?#&=+;\\"'<>`{}|^[\]]/u

/** A URL in Unicode, for display alone: what is copied or sent is the URL itself. */
export function readableUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return url
  const at = url.indexOf(parsed.hostname)
  if (at === -1) return url
  const rest = url.slice(at + parsed.hostname.length)
  return url.slice(0, at) + readableHost(parsed.hostname) + rest.replace(/(?:%[0-9a-f]{2})+/gi, readableEscapes)
}

/** A host in Unicode, as text. */
export const readableHost = (host: string): string => (host.includes('xn--') ? domainToUnicode(host) || host : host)

/** Consecutive escapes, decoded unless they are not UTF-8. */
function readableEscapes(escapes: string): string {
  try {
    const text = decodeURIComponent(escapes)
    return Array.from(text, (letter) => (keptEncoded.test(letter) ? encodeURIComponent(letter) : letter)).join('')
  } catch {
    return escapes
  }
}
