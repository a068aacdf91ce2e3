import type { IgnoredCheck__Output as IgnoredCheck } from '@pagebell/protos/project/v1/IgnoredCheck'
import { checkList } from '@pagebell/scoring/check-list'
import { categoryTitle } from '@pagebell/scoring/order-results'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { choice, type FormErrors, field, formProblem, postForm } from '../parts/form.ts'
import { noticeAt } from '../parts/notice.ts'
import { table } from '../parts/table.ts'
import { exactTime } from '../parts/time.ts'

type Shown = { project: string; ignored: IgnoredCheck[]; errors?: FormErrors | undefined }

/** Checks that this project's reports show and leave out of the score. */
export function ignoredChecksCard(frame: Frame, { project, ignored, errors }: Shown): Html {
  const path = `/projects/${project}/ignored-checks`
  return html`<section class="card" id="ignored" aria-labelledby="ignored-title"><h2 id="ignored-title">Ignored checks</h2>
${noticeAt(frame, 'ignored')}<p class="hint">Reports show these checks with your reason and leave them out of the score. Example: “Indexing” for a site that is meant to stay out of search.</p>
${ignored.length > 0 && ignoredTable(frame, path, ignored)}
<details${errors !== undefined && html` open`}><summary class="button">Ignore a check</summary>${postForm(
    frame,
    path,
    html`${formProblem(errors)}${checkChoice(errors)}
${field({ name: 'url', label: 'Only on this page', type: 'url', errors, hint: 'Leave empty for every page of the site.', attributes: html`maxlength="2048" autocomplete="off"` })}
${field({ name: 'reason', label: 'Reason', errors, attributes: html`required maxlength="500" autocomplete="off"` })}
${field({ name: 'expires', label: html`Count it again from <span data-zone>(UTC)</span>`, type: 'datetime-local', errors, hint: 'Leave empty for never.' })}
<button>Ignore it</button>`,
  )}</details></section>`
}

/** By its words; the id is what the API and a comparison of two runs call it. */
function checkChoice(errors: FormErrors | undefined): Html {
  const groups = Map.groupBy(Object.entries(checkList), ([, { category }]) => category)
  return choice(
    'check',
    'Check',
    undefined,
    [
      ['', 'Choose one'],
      ...Array.from(groups, ([name, checks]) => ({
        name: categoryTitle(name),
        options: checks.map(([id, { title }]) => [id, title] as const),
      })),
    ],
    { errors, required: true },
  )
}

/** A check that there no longer is has its id alone. */
const checkName = (id: string): Html =>
  checkList[id]?.title === undefined
    ? html`<code>${id}</code>`
    : html`${checkList[id].title} <code class="hint">${id}</code>`

const ignoredTable = (frame: Frame, path: string, ignored: IgnoredCheck[]): Html =>
  table(
    'Ignored checks',
    [
      {
        name: 'Check',
        kind: 'main',
        cell: ({ check, url }: IgnoredCheck) =>
          html`${checkName(check)}${url !== undefined && html`<span class="two url">${url}</span>`}`,
      },
      { name: 'Reason', cell: ({ reason }: IgnoredCheck) => reason },
      {
        name: 'Until',
        cell: ({ expires_at }: IgnoredCheck) => (expires_at === undefined ? 'no end' : exactTime(expires_at)),
      },
      {
        name: 'Actions',
        kind: 'end',
        cell: ({ check, url }: IgnoredCheck) =>
          postForm(
            frame,
            `${path}/remove`,
            html`<input type="hidden" name="check" value="${check}">${url !== undefined && html`<input type="hidden" name="url" value="${url}">`}<button class="small">Count again<span class="unseen"> ${check}</span></button>`,
            '',
          ),
      },
    ],
    ignored,
  )
