import { type Html, html } from '../html.ts'
import { readableHost, readableUrl } from '../readable-url.ts'

/** A URL in the letters of its language. Copied, it is the URL itself: see panel.js. */
export const shownUrl = (url: string): Html => asciiOnCopy(url, readableUrl(url))

/** A host in the letters of its language. */
export const shownHost = (host: string): Html => asciiOnCopy(host, readableHost(host))

const asciiOnCopy = (ascii: string, shown: string): Html =>
  shown === ascii
    ? html`<span class="url">${shown}</span>`
    : html`<span class="url" data-ascii="${ascii}" title="${ascii}">${shown}</span>`
