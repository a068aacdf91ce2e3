import { invalidField } from '@pagebell/faults/invalid-field'
import { type Html, html, type Part } from '@pagebell/html/template'
import { type Static, Type } from '@pagebell/schema/type'
import { projectName, storedProjectName } from '@pagebell/urls/project-name'
import type { FormErrors } from '../../forms/form-result.ts'
import { grouped } from '../../html/format.ts'
import { choice, field, reportPasswordField, sentence, textField } from '../../parts/form.ts'
import { privacies, readPrivacy } from '../new-report-form.ts'

/** Of every plan. */
export const maxPagesOfAll = 10_000
/** Of a site whose owner is not proven; what a new form has, if the plan allows it. */
export const maxPagesUnproven = 200

const lineList = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])

/** Boxes that are not ticked are not sent. */
export const siteReportBody = Type.Object({
  project: Type.String({ default: '', maxLength: 3_000 }),
  url: Type.String({ default: '', maxLength: 3_000 }),
  sitemap: Type.Boolean({ default: false }),
  links: Type.Boolean({ default: false }),
  max_pages: Type.String({ default: '', maxLength: 20 }),
  include: Type.String({ default: '', maxLength: 10_000 }),
  exclude: Type.String({ default: '', maxLength: 10_000 }),
  privacy: Type.String({ enum: ['0', '1', '2'], default: '1' }),
  password: Type.String({ default: '', maxLength: 1_000 }),
})

/** A form as it was sent, or as it is filled at first. */
export type SentSiteReport = Static<typeof siteReportBody>

/** What is asked for by a form. Throws fault invalid on the field that is wrong. */
export function readSiteReport(sent: SentSiteReport) {
  const project = readProject(sent.project.trim())
  const page = sent.url.trim() || (sent.project.includes('://') ? sent.project.trim() : '')
  const start = [...(sent.sitemap ? ['sitemap'] : []), ...(sent.links ? ['links'] : [])]
  if (start.length === 0) throw invalidField('start', 'needs one of the two')
  const max_pages = Number(sent.max_pages.trim() || Number.NaN)
  if (!Number.isInteger(max_pages) || max_pages < 1 || max_pages > maxPagesOfAll)
    throw invalidField('max_pages', `must be a whole number from 1 to ${maxPagesOfAll}`)
  const selection = { start, max_pages, include: lineList(sent.include), exclude: lineList(sent.exclude) }
  return { project, url: page || `https://${project}/`, selection, ...readPrivacy(sent) }
}

/** The project of a host, or of a whole address: many people paste the one from their browser. */
function readProject(text: string): string {
  const host = text.includes('://') ? URL.parse(text)?.hostname : text
  const name = host === undefined ? undefined : text.includes('://') ? projectName(host) : storedProjectName(host)
  if (name === undefined) throw invalidField('project', 'must be the host of a site, such as example.com')
  return name
}

type Limits = { site_pages?: number | undefined; analyses_per_day?: number | undefined }

/** How many pages a report may have at most by the plan, in words. */
function pagesHint({ site_pages: max, analyses_per_day: perDay }: Limits): Html {
  const ofPlan = max === undefined ? `Up to ${grouped(maxPagesOfAll)}` : `Your plan allows up to ${grouped(max)}`
  const day =
    perDay !== undefined &&
    ` They count towards the ${grouped(perDay)} analyses of your day; those that were not used are given back.`
  const proof =
    (max ?? maxPagesOfAll) > maxPagesUnproven &&
    ` More than ${maxPagesUnproven} are requested only of a site that serves the IndexNow key file of its project.`
  return html`${ofPlan} addresses, redirects and error pages included.${proof}${day}`
}

type FieldsShown = {
  sent: SentSiteReport
  limits: Limits
  projects: readonly string[]
  errors?: FormErrors | undefined
}

/** What is crawled; with the patterns, which few reports need, in a part that opens. */
export function siteReportFields({ sent, limits, projects, errors }: FieldsShown): Html {
  const siteField = field({
    name: 'project',
    label: 'Site',
    value: sent.project,
    hint: 'The host that names the project, such as example.com. It is added if you do not have it.',
    errors,
    attributes: html`required maxlength="2048" list="sites" autocomplete="off" spellcheck="false"`,
  })
  const startField = field({
    name: 'url',
    type: 'url',
    label: 'Start page',
    value: sent.url,
    hint: 'Where the crawl begins. Empty: the first page of the site, over HTTPS.',
    errors,
    attributes: html`maxlength="2048" placeholder="https://example.com/"`,
  })
  const pagesField = field({
    name: 'max_pages',
    type: 'number',
    label: 'Addresses at most',
    value: sent.max_pages,
    hint: pagesHint(limits),
    errors,
    attributes: html`required min="1" max="${Math.min(limits.site_pages ?? maxPagesOfAll, maxPagesOfAll)}" step="1"
 inputmode="numeric"`,
  })
  const patterns = (name: 'include' | 'exclude', label: string, hint: string): Html =>
    textField({ name, label, value: sent[name], hint, errors, attributes: html`maxlength="5000"` })
  const isOpen =
    sent.include + sent.exclude !== '' || ['include', 'exclude'].some((name) => errors?.fields?.[name] !== undefined)
  return html`${siteField}
<datalist id="sites">${projects.map((name) => html`<option value="${name}"></option>`)}</datalist>
${startField}${startChoice(sent, errors)}${pagesField}
<details class="wide"${isOpen && html` open`}><summary>Which paths</summary><div class="stack wide">
${patterns('include', 'Only these paths', 'One pattern a line: * is any text, # a number. Empty: all.')}
${patterns('exclude', 'Not these paths', 'One pattern a line, such as /tag/*.')}</div></details>
${visibilityFields(sent, errors)}`
}

/** Who will see the report. A password is never filled in. */
function visibilityFields({ privacy }: SentSiteReport, errors: FormErrors | undefined): Html {
  const password = reportPasswordField({ errors, hint: '6 to 128 characters.' })
  return html`${choice('privacy', 'Visibility', privacy, privacies)}
<div class="wide only-with-password">${password}</div>`
}

/** Where addresses come from. */
function startChoice({ sitemap, links }: SentSiteReport, errors: FormErrors | undefined): Html {
  const wrong = errors?.fields?.['start']
  const invalid = wrong !== undefined && html` aria-invalid="true" aria-describedby="start-error" autofocus`
  const box = (name: string, isChecked: boolean, text: Part, more: Part): Html =>
    html`<label class="check"><input type="checkbox" name="${name}" value="1"${isChecked && html` checked`}${more}>
<span>${text}</span></label>`
  return html`<fieldset class="wide"><legend>Pages are found by</legend>
${
  wrong !== undefined &&
  html`<p class="wrong" id="start-error">
${wrong.map((text) => sentence('This', text)).join(' ')}</p>`
}
${box('sitemap', sitemap, 'the sitemaps of the site', invalid)}
${box('links', links, 'the links of its pages', false)}</fieldset>`
}
