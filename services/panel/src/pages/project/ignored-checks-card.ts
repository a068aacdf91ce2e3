import { type Html, html, type Part } from '@pagebell/html/template'
import type { IgnoredCheck__Output as IgnoredCheck } from '@pagebell/protos/project/v1/ignored_checks'
import { checkList, siteCheckList, textsOfCheck } from '@pagebell/scoring/check-list'
import { categoryTitle } from '@pagebell/scoring/order-results'
import { dateFieldValue } from '../../forms/fields.ts'
import type { FormErrors } from '../../forms/form-result.ts'
import { exactTime } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { choice, field, formProblem, postForm } from '../../parts/form.ts'
import { noticeAt } from '../../parts/notice.ts'
import { table } from '../../parts/table.ts'

/** What the form has at first; after a refusal, what was sent. */
export type IgnoredCheckDraft = { check: string; url: string; reason?: string; expires?: string }

type IgnoredChecksCard = {
  project: string
  ignored: IgnoredCheck[]
  errors?: FormErrors | undefined
  draft?: IgnoredCheckDraft | undefined
}

/** Checks that the project's reports show but leave out of the score. */
export function ignoredChecksCard(frame: Frame, { project, ignored, errors, draft }: IgnoredChecksCard): Html {
  const path = `/projects/${project}/ignored-checks`
  return html`<section class="card" id="ignored" aria-labelledby="ignored-title">
<h2 id="ignored-title">Ignored checks</h2>
${noticeAt(frame, 'ignored')}<p class="hint">Reports show these checks with your reason and leave them out of the score.
Example: “Indexing” for a site that is meant to stay out of search.</p>
${ignored.length > 0 && ignoredTable(frame, path, ignored)}
<details${(errors ?? draft) !== undefined && html` open`}><summary class="button">Ignore a check</summary>
${ignoreForm(frame, path, errors, draft)}</details></section>`
}

function ignoreForm(
  frame: Frame,
  path: string,
  errors: FormErrors | undefined,
  draft: IgnoredCheckDraft | undefined,
): Html {
  const page = field({
    name: 'url',
    label: 'Only on this page',
    type: 'url',
    value: draft?.url,
    errors,
    hint: 'Leave empty for every page of the site.',
    attributes: html`maxlength="2048" autocomplete="off"`,
  })
  const reason = field({
    name: 'reason',
    label: 'Reason',
    value: draft?.reason,
    errors,
    attributes: html`required maxlength="500" autocomplete="off"`,
  })
  const expiry = field({
    name: 'expires',
    label: html`Count it again from <span data-zone>(UTC)</span>`,
    type: 'datetime-local',
    value: dateFieldValue(draft?.expires),
    errors,
    hint: 'Leave empty for never.',
  })
  const check = checkChoice(errors, draft?.check)
  const form = html`${formProblem(errors)}${check}${page}${reason}${expiry}<button>Ignore it</button>`
  return postForm(frame, path, form)
}

/** Checks by their titles; the id is what the API and a comparison of two runs call them. */
function checkChoice(errors: FormErrors | undefined, chosen: string | undefined): Html {
  const groups = Map.groupBy(Object.entries(checkList), ([, { category }]) => category)
  return choice(
    'check',
    'Check',
    chosen,
    [
      ['', 'Choose one'],
      ...Array.from(groups, ([name, checks]) => ({
        name: categoryTitle(name),
        options: checks.map(([id, { title }]) => [id, title] as const),
      })),
      { name: 'Whole sites', options: Object.entries(siteCheckList).map(([id, { title }]) => [id, title] as const) },
    ],
    { errors, required: true },
  )
}

/** What has expired counts again by itself, and stays in the list until it is removed. */
function until({ now }: Frame, expiresAt: string | undefined): Part {
  if (expiresAt === undefined) return 'no end'
  const isOver = Date.parse(expiresAt) <= now
  return html`${exactTime(expiresAt)}${isOver && html`<span class="two">over: the check counts again</span>`}`
}

/** A check that no longer exists has only its id. */
const checkName = (id: string): Html =>
  textsOfCheck(id) === undefined
    ? html`<code>${id}</code>`
    : html`${textsOfCheck(id)?.title} <code class="hint">${id}</code>`

const ignoredTable = (frame: Frame, path: string, ignored: IgnoredCheck[]): Html =>
  table<IgnoredCheck>(
    'Ignored checks',
    [
      {
        name: 'Check',
        kind: 'main',
        cell: ({ check, url }) =>
          html`${checkName(check)}${url !== undefined && html`<span class="two url">${url}</span>`}`,
      },
      { name: 'Reason', cell: ({ reason }) => reason },
      {
        name: 'Until',
        cell: ({ expires_at }) => until(frame, expires_at),
      },
      { name: 'Actions', kind: 'end', cell: (one) => countAgainForm(frame, path, one) },
    ],
    ignored,
  )

function countAgainForm(frame: Frame, path: string, { check, url }: IgnoredCheck): Html {
  const form = html`<input type="hidden" name="check" value="${check}">
${url !== undefined && html`<input type="hidden" name="url" value="${url}">`}
<button class="small">Count again<span class="unseen"> ${check}</span></button>`
  return postForm(frame, `${path}/remove`, form, '')
}
