import { type Html, html, type Part } from '@pagebell/html/template'
import type { FormErrors } from '../forms/form-result.ts'
import type { Frame } from '../html/frame.ts'
import { privacyBadge } from '../parts/badge.ts'
import { choice, copyButton, formProblem, hiddenToken, postForm, reportPasswordField } from '../parts/form.ts'
import { noticeAt } from '../parts/notice.ts'
import { privacies } from './new-report-form.ts'

/** A refused form for the visibility. */
export type SentVisibility = { privacy: string; errors: FormErrors }

const audiences: Record<number, string> = {
  0: 'Anyone with this link sees the report, with its evidence.',
  1: 'The report is private: for everyone but you this link leads to a page that does not exist.',
  2: 'Anyone with this link and the password sees the report.',
}

export type SharedReport = {
  privacy: number
  listed?: boolean | undefined
  /** Its page for its account, and that for everybody. */
  ownPath: string
  publicPath: string
  note?: Part
}

/** Who sees a report: its link, its visibility and password, and whether search engines may list it. */
export function shareCard(frame: Frame, report: SharedReport, sent: SentVisibility | undefined): Html {
  const { privacy, ownPath, publicPath, note } = report
  const warning = privacy === 1 ? 'warning' : 'hint'
  return html`<section class="card" id="share" aria-labelledby="share-title"><div class="between">
<h2 id="share-title">Share</h2>${privacyBadge(privacy)}</div>
${noticeAt(frame, 'share')}
<div class="secret"><code id="share-link">${frame.publicOrigin}${publicPath}</code>
${copyButton('share-link', 'link to the report')}<a class="button small" href="${publicPath}">Open</a></div>
<p class="${warning}">${audiences[privacy]}${note !== undefined && html` ${note}`}</p>
${privacy === 1 && publishing(frame, report)}
${postForm(frame, `${ownPath}/privacy`, visibilityFields(report, sent))}</section>`
}

/** One click for what most people share a report for. */
const publishing = (frame: Frame, { ownPath }: SharedReport): Html =>
  html`<form method="post" action="${ownPath}/privacy">${hiddenToken(frame)}
<input type="hidden" name="privacy" value="0"><button class="main" data-copy-first="share-link"><span>Allow anyone
with the link<span class="scripts-only"> and copy it</span></span></button></form>`

function visibilityFields({ privacy, listed = false }: SharedReport, sent: SentVisibility | undefined): Html {
  const errors = sent?.errors
  const hint = '6 to 128 characters. The old password stops working.'
  const password = reportPasswordField({ errors, label: 'New password', hint })
  return html`${formProblem(errors)}${choice('privacy', 'Visibility', sent?.privacy ?? String(privacy), privacies)}
<div class="wide only-with-password">${password}</div>
<label class="check only-if-public"><input type="checkbox" name="listed" value="1"${listed && html` checked`}>
<span>Search engines may list the public page</span></label><button>Save</button>`
}
