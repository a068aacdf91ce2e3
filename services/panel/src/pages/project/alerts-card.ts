import { type Html, html } from '@pagebell/html/template'
import type { EventEndpoint__Output as EventEndpoint } from '@pagebell/protos/notifier/v1/event_endpoints'
import type { Alert__Output as Alert, ProjectAlerts__Output as ProjectAlerts } from '@pagebell/protos/report/v1/alerts'
import type { FormErrors } from '../../forms/form-result.ts'
import { counted, exactTime } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { choice, field, formProblem, numberField, postForm, textField } from '../../parts/form.ts'
import { noticeAt } from '../../parts/notice.ts'
import { type AlertForm, formOfRules } from './alert-rules.ts'

const digest = 'alert.digest'
const heldHint = 'Until you put the key file on the site or resume the channel. Leave empty for no alert.'

type AlertsCard = {
  project: string
  alerts: ProjectAlerts
  endpoints: EventEndpoint[]
  errors?: FormErrors | undefined
  sent?: AlertForm | undefined
}

/** What has become worse and is still so, who receives it, and the rules. */
export function alertsCard(frame: Frame, { project, alerts, endpoints, errors, sent }: AlertsCard): Html {
  const { rules, open, open_total: total, next_digest_at: next } = alerts
  const isOn = rules.length > 0
  const facts = isOn
    ? html`<dl class="facts"><dt>Open alerts</dt><dd>${total === 0 ? 'none' : total.toLocaleString('en')}</dd>
<dt>Next digest</dt><dd>${next === undefined ? 'none' : exactTime(next)}</dd></dl>`
    : html`<p><strong>Off.</strong> What gets worse and stays so can be listed in an event,
once a day at most.</p>`
  return html`<section class="card" id="alerts" aria-labelledby="alerts-title">
<h2 id="alerts-title">Alerts</h2>${noticeAt(frame, 'alerts')}${facts}
${open.length > 0 && html`<ul class="stack">${open.map((alert) => openAlert(project, alert))}</ul>`}
${total > open.length && html`<p class="hint">And ${counted(total - open.length, 'alert')} more.</p>`}
${isOn && receivers(project, endpoints)}
<details${errors !== undefined && html` open`}>
<summary class="button">${isOn ? 'Change the rules' : 'Set rules'}</summary>
${alertsForm(frame, project, sent ?? formOf(alerts), errors)}</details></section>`
}

/** Where an alert can be looked into. */
function pathOf(project: string, { when, site_report, report }: Alert): string | undefined {
  if (report !== undefined) return `/reports/${report}`
  if (site_report !== undefined) return `/site-reports/${site_report}`
  if (when === 'held') return `/deliveries?project=${project}&status=held`
  return when === 'watch_trouble' ? `/projects/${project}/watches` : undefined
}

function openAlert(project: string, alert: Alert): Html {
  const { title, detail, since } = alert
  const path = pathOf(project, alert)
  const name = path === undefined ? title : html`<a href="${path}">${title}</a>`
  return html`<li><strong>${name}</strong><span class="two">${detail} Since ${exactTime(since)}.</span></li>`
}

/** Rules without an endpoint that takes their event are of no use. */
function receivers(project: string, endpoints: EventEndpoint[]): Html {
  const takes = endpoints.filter(
    ({ enabled, all_events, events }) => enabled && (all_events || events.includes(digest)),
  )
  if (takes.length === 0)
    return html`<p class="problem">No endpoint of this project takes the event <code>${digest}</code>.
<a href="/projects/${project}/events/new">Add a mailbox, a chat or a program.</a></p>`
  return html`<p class="hint">Sent to ${takes.map(({ name }) => name).join(', ')}.
<a href="/projects/${project}/events">Event endpoints</a></p>`
}

const formOf = ({ rules, at, zone }: ProjectAlerts): AlertForm => ({ ...formOfRules(rules), at, zone: zone ?? '' })

function alertsForm(frame: Frame, project: string, sent: AlertForm, errors: FormErrors | undefined): Html {
  const number = (name: 'score_drops' | 'certificate' | 'held', label: string, hint: string, max: number): Html =>
    numberField({ name, id: `alerts-${name}`, label, value: sent[name], hint, errors, max })
  const isWatched = sent.watch_trouble !== ''
  const checkbox = html`<label class="check">
<input type="checkbox" name="watch_trouble" value="on"${isWatched && html` checked`}>
<span>A watched sitemap or feed has a problem</span></label>`
  const form = html`${formProblem(errors)}
${choice(
  'new_issue',
  'A check that was fine',
  sent.new_issue,
  [
    ['', 'no alert'],
    ['fail', 'fails'],
    ['warn', 'fails or warns'],
  ],
  { errors },
)}
${number('score_drops', 'The score is lower by', 'Points. Leave empty for no alert.', 100)}
${textField({
  name: 'checks',
  id: 'alerts-checks',
  label: 'These checks fail',
  value: sent.checks,
  hint: 'Ids of checks, one a line, such as indexable. Each report shows them.',
  errors,
  attributes: html`maxlength="2000" rows="3"`,
})}
${number('certificate', 'The certificate runs out within', 'Days. Leave empty for no alert.', 90)}
${number('held', 'Deliveries are on hold, at least', heldHint, 1_000)}
${checkbox}
${field({
  name: 'at',
  id: 'alerts-at',
  label: 'Digest at',
  value: sent.at,
  hint: 'Hours and minutes, such as 08:00.',
  errors,
  attributes: html`required pattern="([01]\\d|2[0-3]):[0-5]\\d" maxlength="5" autocomplete="off"`,
})}
${field({
  name: 'zone',
  id: 'alerts-zone',
  label: 'Time zone',
  value: sent.zone,
  hint: 'Such as Europe/Berlin. Leave empty for that of the schedule, or UTC.',
  errors,
  attributes: html`maxlength="60" autocomplete="off" spellcheck="false"`,
})}<button>Save</button>`
  return postForm(frame, `/projects/${project}/alerts`, form)
}
