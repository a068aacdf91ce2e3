import { createHash, randomUUID } from 'node:crypto'
import { type Html, html, type Part } from '@pagebell/html/template'
import type { PageResult__Output as PageResult } from '@pagebell/protos/report/v1/report'
import { Type } from '@pagebell/schema/type'
import { errorsFor, type FormErrors, submitForm } from '../forms/form-result.ts'
import { counted, grouped } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { choice, formProblem, postForm, reportPasswordField, textField } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { table } from '../parts/table.ts'
import { shownUrl } from '../parts/url.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { createReports, maxUrls } from './create-reports.ts'
import { privacies, readPrivacy } from './new-report-form.ts'

type BatchPage = {
  urls: string
  privacy: string | undefined
  /** Lets a form that is sent twice take effect once. */
  once: string
  errors?: FormErrors | undefined
  results?: Result[] | undefined
}
type Result = PageResult & { url: string }

/** The form that rates many pages at once, after that with what has become of each. */
export function reportBatchPage(frame: Frame, shown: BatchPage): Html {
  const { results } = shown
  return page(frame, {
    title: 'Rate many pages',
    lead: 'They are rated one after the other, in turns with those of other accounts.',
    actions: html`<a class="button" href="/reports">All reports</a>`,
    body: html`<div class="sections">${results !== undefined && resultCards(results)}
<section class="card" aria-label="Pages">${batchForm(frame, shown)}</section></div>`,
  })
}

function batchForm(frame: Frame, { urls, privacy, once, errors }: BatchPage): Html {
  const listField = textField({
    name: 'urls',
    label: 'Pages',
    value: urls,
    hint: `One address a line, at most ${grouped(maxUrls)}. A page that has a report is analyzed again.`,
    errors,
    attributes: html`required class="tall" maxlength="${maxListLength}" placeholder="https://example.com/"`,
  })
  const form = html`${formProblem(errors)}<input type="hidden" name="once" value="${once}">${listField}
${choice('privacy', 'Visibility of new reports', privacy ?? String(frame.newReportPrivacy), privacies)}
<div class="only-with-password">${reportPasswordField({ errors })}</div><button class="main">Rate the pages</button>`
  return postForm(frame, '/reports/batch', form, 'stack wide')
}

function resultCards(results: Result[]): Html {
  const refused = results.filter(({ refusal }) => refusal != null)
  const rated = results.filter(({ report_id: id }) => id !== undefined)
  return html`<p class="toast" role="status" tabindex="-1" autofocus>${counted(rated.length, 'page')} being rated.
${refused.length > 0 && `${counted(refused.length, 'address was', 'addresses were')} refused.`}</p>
${refused.length > 0 && resultCard('Refused', refused, ({ refusal }) => refusal?.message)}
${rated.length > 0 && resultCard('Being rated', rated, ratedCell)}`
}

const ratedCell = ({ report_id: id, reused }: Result): Part =>
  html`<a href="/reports/${id}">Report</a>${reused && html` <span class="hint">that it had before</span>`}`

/** Many rows are folded. */
const maxOpen = 20

function resultCard(title: string, results: Result[], cell: (result: Result) => Part): Html {
  const columns = [
    { name: 'Address', kind: 'main' as const, cell: ({ url }: Result) => shownUrl(url) },
    { name: 'Result', cell },
  ]
  const rows = html`<div class="card flush">${table(title, columns, results)}</div>`
  const list =
    results.length <= maxOpen
      ? rows
      : html`<details><summary class="button">Show all ${counted(results.length, 'address', 'addresses')}</summary>
${rows}</details>`
  return html`<section class="stack-wide"><h2>${title}</h2>${list}</section>`
}

const maxListLength = 400_000

const body = Type.Object({
  urls: Type.String({ default: '', maxLength: maxListLength }),
  privacy: Type.String({ default: '1', maxLength: 10 }),
  password: Type.String({ default: '', maxLength: 1_000 }),
  once: Type.String({ format: 'uuid' }),
})

const showBatchForm: Route = (app, tools) => {
  app.get('/reports/batch', async (request, reply) => {
    const empty = { urls: '', privacy: undefined, once: randomUUID() }
    return sendPage(reply, reportBatchPage(frameOf(request, reply, tools), empty))
  })
}

/** Answers with the page instead of a redirect: the results are stored nowhere. */
const createBatch: Route = (app, tools) => {
  app.post('/reports/batch', { schema: { body } }, async (request, reply) => {
    const { urls: text, once: key, privacy } = request.body
    const urls = text.split('\n').flatMap((line) => line.trim() || [])
    const outcome = await submitForm(async () => {
      const visibility = readPrivacy(request.body)
      const request_sha256 = createHash('sha256')
        .update(JSON.stringify([urls, visibility]))
        .digest()
      const account_id = accountOf(request)
      return createReports(tools.clients, { account_id, urls, ...visibility, idempotency: { key, request_sha256 } })
    })
    const frame = frameOf(request, reply, tools)
    if (!outcome.done) {
      void reply.code(outcome.status)
      const errors = errorsFor(outcome.errors, ['urls', 'password'])
      return sendPage(reply, reportBatchPage(frame, { urls: text, privacy, once: randomUUID(), errors }))
    }
    const results = outcome.value.map((result, index) => ({ ...result, url: urls[index] ?? '' }))
    return sendPage(reply, reportBatchPage(frame, { urls: '', privacy, once: randomUUID(), results }))
  })
}

export default signedInRoutes(showBatchForm, createBatch)
