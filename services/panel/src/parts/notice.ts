import { type Html, html, type Part } from '@pagebell/html/template'
import type { Frame } from '../html/frame.ts'
import type { ReadNotice } from '../html/notices.ts'
import { icon } from './icon.ts'

/** What was done, in the card where it was done. It takes the focus, so that the browser scrolls to it. */
export const noticeAt = ({ notice }: Pick<Frame, 'notice'>, card: string): Part =>
  notice?.at === card && noticeLine(notice, true)

/** What was done, at the top of the page, if no card shows it. */
export const noticeOnTop = ({ notice }: Pick<Frame, 'notice'>, takesFocus: boolean): Part =>
  notice !== undefined && notice.at === undefined && noticeLine(notice, takesFocus)

function noticeLine({ text, isWarning }: ReadNotice, takesFocus: boolean): Html {
  const focus = takesFocus && html` tabindex="-1" autofocus`
  const sign = icon(isWarning ? 'warning' : 'good')
  return html`<p class="toast${isWarning && ' warning'}" role="status"${focus}>${sign}${text}</p>`
}

/** Shown by panel.js where the browser rejects the cookies; without scripts, submitting the form shows it. */
export const needsHttps = ({ needsSecureContext, publicOrigin }: Frame): Part =>
  needsSecureContext &&
  html`<p class="problem" data-insecure hidden>Signing in needs HTTPS or localhost: over plain HTTP your browser does
not keep the cookie. Open <a href="${publicOrigin}">${publicOrigin}</a>.</p>`
