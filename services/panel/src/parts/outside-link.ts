import { type Html, html, type Part } from '../html.ts'
import { readableUrl } from '../readable-url.ts'
import { icon } from './icon.ts'

/** A link to an address that somebody else wrote: only to http and https, without saying where one comes from. */
export function outsideLink(address: string, words?: Part): Html {
  const text = words ?? readableUrl(address)
  const { protocol } = URL.parse(address) ?? {}
  if (protocol !== 'http:' && protocol !== 'https:') return html`<span class="url">${text}</span>`
  return html`<a class="${words === undefined && 'url '}out" href="${address}" rel="noopener noreferrer nofollow">${text}${icon('out')}</a>`
}
