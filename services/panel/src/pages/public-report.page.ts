import { Fault } from '@pagebell/faults/fault'
import { type Html, html, type Part } from '@pagebell/html/template'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { Type } from '@pagebell/schema/type'
import { undefinedIfNotFound } from '../clients/fallbacks.ts'
import type { FormErrors } from '../forms/form-result.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { field, formProblem, postForm } from '../parts/form.ts'
import { brand, plainPage } from '../parts/layout.ts'
import { isInProgress, progressStages } from '../parts/progress.ts'
import { analyzedAt, categoryQuery, reportResult } from '../parts/score-card.ts'
import { readableHost, shownUrl } from '../parts/url.ts'
import { type PanelTools, publicRoutes, type Route } from '../route.ts'
import { passwordDeadlineMs } from '../session/guess-limit.ts'
import { sessionOf } from '../session/request-session.ts'

type Shown = { isOwner: boolean; category: string | undefined }

/** A report for everybody who may see it. Only a public one has a preview; few are for search engines. */
export function publicReportPage(frame: Frame, report: Report, { isOwner, category }: Shown): Html {
  const { id, url, score, privacy, status, error } = report
  const host = readableHost(URL.parse(url)?.host ?? url)
  const title = score === undefined ? `Report on ${host}` : `${host} scores ${score} of 100`
  const inProgress = isInProgress(report)
  const failure = `The page could not be analyzed: ${error?.message ?? 'for no known reason.'}`
  return plainPage(frame, {
    title,
    wide: true,
    head: html`${!mayBeListed(report) && html`<meta name="robots" content="noindex">`}
${privacy === 0 && preview(frame, report, title)}
${inProgress && html`<noscript><meta http-equiv="refresh" content="3"></noscript>`}`,
    body: html`<div class="between no-print">${brand}
${isOwner && html`<a class="button" href="/reports/${id}">Manage this report</a>`}</div>
<h1>${title}</h1>
<p class="print-only">${shownUrl(url)}</p>${analyzedAt(report)}
${inProgress && progressCard(report)}
${status === 'failed' && html`<p class="problem">${failure}</p>`}
${reportResult(frame, report, { category })}
<footer class="hint">Rated by Pagebell from the page’s HTTP answer and HTML, without a browser.</footer>`,
  })
}

/** Whether search engines may list the page of a report: its owner allows it, and everybody sees it. */
const mayBeListed = ({ privacy, listed }: Report): boolean => privacy === 0 && listed

/** Reloads the content of the page until there is a result. */
const progressCard = (report: Report): Html =>
  html`<section class="card" aria-labelledby="progress"><h2 id="progress">Analysis in progress</h2>
<div role="status" data-hx-get="/r/${report.id}" data-hx-trigger="every 2s" data-hx-select="#content"
 data-hx-target="#content" data-hx-swap="outerHTML">${progressStages(report)}</div></section>`

function preview({ publicOrigin }: Frame, { id, result }: Report, title: string): Part {
  const description =
    result === undefined
      ? 'A report on how this page does in search.'
      : `Rated ${result}: what was checked, what was found, and how to fix it.`
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="article"><meta property="og:site_name" content="Pagebell">
<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">
<meta property="og:url" content="${publicOrigin}/r/${id}"><meta name="twitter:card" content="summary">`
}

/** The form in front of a report behind a password. It reveals nothing about the report. */
function lockedReportPage(frame: Frame, id: string, errors?: FormErrors): Html {
  const password = field({
    name: 'password',
    label: 'Password',
    type: 'password',
    errors,
    attributes: html`required maxlength="128" autocomplete="off"${errors === undefined && html` autofocus`}`,
  })
  const form = html`${formProblem(errors)}${password}<button class="main">Show the report</button>`
  return plainPage(frame, {
    title: 'This report needs a password',
    head: html`<meta name="robots" content="noindex">`,
    body: html`${brand}<div class="card"><h1>This report needs a password</h1>
<p class="hint">Ask the person who shared the link with you.</p>${postForm(frame, `/r/${id}/unlock`, form)}</div>`,
  })
}

/** To everybody but its owner a private report does not exist. */
const showPublicReport: Route = (app, tools) => {
  const { clients, cookies, unlockSeal } = tools
  const schema = { params: Type.Object({ id: Type.String() }), querystring: categoryQuery }
  app.get('/r/:id', { schema }, async (request, reply) => {
    const { id } = request.params
    const { category } = request.query
    const frame = frameOf(request, reply, tools)
    void reply.header('x-robots-tag', 'noindex')
    const send = (report: Report, isOwner: boolean) => {
      if (mayBeListed(report)) void reply.removeHeader('x-robots-tag')
      return sendPage(reply, publicReportPage(frame, report, { isOwner, category }))
    }
    const account_id = sessionOf(request)?.accountId
    const owned =
      account_id === undefined ? undefined : await undefinedIfNotFound(clients.reports.getReport({ account_id, id }))
    if (owned !== undefined) return send(owned, true)

    const unlock = unlockSeal.open(cookies.read(request, `unlocked-${id}`), id)
    const report = await unlessLocked(clients, id, unlock)
    return report === undefined ? sendPage(reply, lockedReportPage(frame, id)) : send(report, false)
  })
}

/** The report; undefined if it needs a password. */
async function unlessLocked(
  { publicReports }: PanelTools['clients'],
  id: string,
  unlock: Buffer | undefined,
): Promise<Report | undefined> {
  try {
    return await publicReports.getPublicReport({ id, ...(unlock === undefined ? {} : { unlock }) })
  } catch (error) {
    if (error instanceof Fault && error.code === 'password_required') return undefined
    throw error
  }
}

const params = Type.Object({ id: Type.String({ format: 'uuid' }) })
const body = Type.Object({ password: Type.String({ default: '', maxLength: 1_000 }) })

/** After an hour the password is needed again. */
const unlockedSeconds = 3_600

const unlockReport: Route = (app, tools) => {
  const { clients, cookies, unlockSeal, guesses } = tools
  app.post('/r/:id/unlock', { schema: { params, body } }, async (request, reply) => {
    const { id } = request.params
    const { password } = request.body
    try {
      const { unlock } = await guesses.report.judge(
        { ip: request.ip, target: id, wrongCode: 'wrong_password' },
        (from) => clients.publicReports.unlockReport({ id, password, ...from }, { deadlineMs: passwordDeadlineMs }),
      )
      const cookie = unlockSeal.seal(unlock, id, Date.now() + unlockedSeconds * 1_000)
      cookies.set(reply, `unlocked-${id}`, cookie, unlockedSeconds)
      return await redirectTo(reply, `/r/${id}`, cookies)
    } catch (error) {
      const refusal = error instanceof Fault ? refusalOf(error) : undefined
      if (!(error instanceof Fault) || refusal === undefined) throw error
      void reply.code(refusal.status).header('x-robots-tag', 'noindex')
      if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds)
      return sendPage(reply, lockedReportPage(frameOf(request, reply, tools), id, refusal.errors))
    }
  })
}

function refusalOf({ code, message }: Fault): { status: number; errors: FormErrors } | undefined {
  if (code === 'wrong_password') return { status: 403, errors: { fields: { password: ['That is not the password.'] } } }
  return code === 'too_many_guesses' ? { status: 429, errors: { message } } : undefined
}

export default publicRoutes(showPublicReport, unlockReport)
