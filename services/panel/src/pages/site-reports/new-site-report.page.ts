import { isId } from '@pagebell/faults/ids'
import { type Html, html, type Part } from '@pagebell/html/template'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { createSiteReportInProject } from '@pagebell/rpc/shared-calls/create-in-projects'
import { Type } from '@pagebell/schema/type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clients } from '../../clients/clients.ts'
import { undefinedIfNotFound, undefinedIfUnavailable } from '../../clients/fallbacks.ts'
import { errorsFor, type FormErrors, submitForm } from '../../forms/form-result.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../../html/frame.ts'
import { postForm, problem } from '../../parts/form.ts'
import { page } from '../../parts/layout.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import {
  maxPagesUnproven,
  readSiteReport,
  type SentSiteReport,
  siteReportBody,
  siteReportFields,
} from './site-report-fields.ts'

type Refusal = { code: string | undefined; details: Record<string, unknown> | undefined; errors: FormErrors }

type NewSiteReportPage = {
  sent: SentSiteReport
  limits: { site_pages?: number | undefined; analyses_per_day?: number | undefined }
  projects: readonly string[]
  refusal?: Refusal | undefined
}

const fields = ['project', 'url', 'start', 'max_pages', 'include', 'exclude', 'password']

/** The form for the report of a site, after a refusal with what was sent. */
export function newSiteReportPage(frame: Frame, { sent, limits, projects, refusal }: NewSiteReportPage): Html {
  const errors = refusal && errorsFor(refusal.errors, fields)
  const form = html`${refusal !== undefined && whatToDo(sent, refusal, errors?.message)}
${siteReportFields({ sent, limits, projects, errors })}<button class="main">Rate the site</button>`
  return page(frame, {
    title: 'Rate a site',
    lead: 'Every page is requested once, five addresses a second at most. robots.txt is obeyed.',
    body: html`<section class="card" aria-label="New site report">
${postForm(frame, '/site-reports', form, 'stack wide')}
</section>`,
  })
}

/** The refusal of a form as a whole, with the next step. */
function whatToDo({ project }: SentSiteReport, { code, details }: Refusal, message: string | undefined): Part {
  if (message === undefined) return undefined
  const running = details?.['site_report']
  if (code === 'site_report_running' && typeof running === 'string' && isId(running))
    return problem(html`The site has a report that has not ended. <a href="/site-reports/${running}">Show it</a>`)
  if (code === 'ownership_not_proven') {
    const name = encodeURIComponent(projectOf(project))
    return problem(html`${message} <a href="/projects/${name}/channels#key-file">Show the key file</a>, put it on the
site and try again, or ask for ${maxPagesUnproven} addresses at most. With a key of your own for IndexNow, put the file
that is named here on the site too: it holds its name without .txt.`)
  }
  if (code === 'analysis_limit_reached')
    return problem(html`${message} Each address counts as one: ask for fewer, or try again tomorrow.`)
  return problem(message)
}

const projectOf = (text: string): string => (URL.parse(text)?.hostname ?? text).trim().replace(/^www\./, '')

/** The form filled with what a report was made by. */
function sentBefore({ project, url, selection, privacy = 1 }: SiteReport): SentSiteReport {
  const { start = [], max_pages = maxPagesUnproven, include = [], exclude = [] } = selection ?? {}
  return {
    project,
    url,
    sitemap: start.includes('sitemap'),
    links: start.includes('links'),
    max_pages: String(max_pages),
    include: include.join('\n'),
    exclude: exclude.join('\n'),
    privacy: String(privacy),
    password: '',
  }
}

const maxProjects = 100

async function loadForm({ accounts, projects }: Clients, account_id: string) {
  const newest = { account_id, page: 1, per_page: maxProjects, sort_by: 'created_at', sort: 'desc' }
  const [{ limits }, listed] = await Promise.all([
    accounts.getAccount({ account_id }),
    undefinedIfUnavailable(projects.listProjects(newest)),
  ])
  return { limits: limits ?? {}, projects: listed?.projects.map(({ project }) => project) ?? [] }
}

/** Private first, so that no report is published by accident. */
const hidden = { privacy: '1', password: '' }

async function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { clients, ...tools }: PanelTools,
  { sent, refusal }: { sent?: Partial<SentSiteReport>; refusal?: Refusal },
): Promise<FastifyReply> {
  const form = await loadForm(clients, accountOf(request))
  const max_pages = String(Math.min(form.limits.site_pages ?? maxPagesUnproven, maxPagesUnproven))
  const none = { project: '', url: '', sitemap: true, links: true, max_pages, include: '', exclude: '', ...hidden }
  const frame = { ...frameOf(request, reply, tools), path: '/site-reports/new' }
  return sendPage(reply, newSiteReportPage(frame, { ...form, sent: { ...none, ...sent }, refusal }))
}

const querystring = Type.Object({
  project: Type.Optional(Type.String({ maxLength: 253 })),
  again: Type.Optional(Type.String({ format: 'uuid' })),
})

const showForm: Route = (app, tools) => {
  const { siteReports } = tools.clients
  app.get('/site-reports/new', { schema: { querystring } }, async (request, reply) => {
    const { project, again: id } = request.query
    const which = id === undefined ? undefined : { account_id: accountOf(request), id, is_brief: true }
    const before = which && (await undefinedIfNotFound(siteReports.getSiteReport(which)))
    const sent = before === undefined ? { ...(project !== undefined && { project }) } : sentBefore(before)
    return sendForm(request, reply, tools, { sent })
  })
}

const createReport: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/site-reports', { schema: { body: siteReportBody } }, async (request, reply) => {
    const outcome = await submitForm(async () =>
      createSiteReportInProject(clients, { account_id: accountOf(request), ...readSiteReport(request.body) }),
    )
    if (outcome.done) return redirectTo(reply, `/site-reports/${outcome.value.id}`, cookies, 'crawl-queued')
    return sendForm(request, reply.code(outcome.status), tools, { sent: request.body, refusal: outcome })
  })
}

export default signedInRoutes(showForm, createReport)
