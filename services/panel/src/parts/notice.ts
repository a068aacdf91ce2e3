import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import type { ReadNotice } from '../notices.ts'
import { icon } from './icon.ts'

/**
 * What was done, in the card where it was done. It takes the focus, by which a browser scrolls to it, with scripts and
 * without.
 */
export const noticeAt = ({ notice }: Pick<Frame, 'notice'>, card: string): Part =>
  notice?.at === card && shownNotice(notice, true)

/** What was done, at the top of the page, where no card of it is there (any more). */
export const noticeOnTop = ({ notice }: Pick<Frame, 'notice'>, takesFocus: boolean): Part =>
  notice !== undefined && notice.at === undefined && shownNotice(notice, takesFocus)

const shownNotice = ({ text, isWarning }: ReadNotice, takesFocus: boolean): Html =>
  html`<p class="toast${isWarning && ' warning'}" role="status"${takesFocus && html` tabindex="-1" autofocus`}>${icon(isWarning ? 'warning' : 'good')}${text}</p>`
