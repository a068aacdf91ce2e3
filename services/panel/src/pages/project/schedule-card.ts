import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  ScheduleOutcome__Output as Outcome,
  Schedule__Output as Schedule,
} from '@pagebell/protos/report/v1/schedules'
import type { FormErrors } from '../../forms/form-result.ts'
import { counted, exactTime } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { confirmed } from '../../parts/confirmation.ts'
import { choice, field, formProblem, numberField, postForm, textField } from '../../parts/form.ts'
import { noticeAt } from '../../parts/notice.ts'

/** What the form of a schedule has. */
export type ScheduleForm = {
  what: string
  every: string
  on: string
  at: string
  zone: string
  max_pages: string
  /** A URL a line. */
  pages: string
}

type ScheduleCard = {
  project: string
  schedule: Schedule | undefined
  errors?: FormErrors | undefined
  sent?: ScheduleForm | undefined
}

/** When the site or pages are rated again: the next time, what the last one led to, and the form. */
export function scheduleCard(frame: Frame, { project, schedule, errors, sent }: ScheduleCard): Html {
  const path = `/projects/${project}/schedule`
  const facts =
    schedule === undefined
      ? html`<p><strong>Off.</strong> The site or some of its pages can be rated again every day, week or month.</p>`
      : html`<dl class="facts"><dt>Next time</dt><dd>${exactTime(schedule.next_at)}</dd>
<dt>Last time</dt><dd>${lastTime(schedule.last)}</dd></dl>`
  const remove =
    schedule !== undefined &&
    confirmed(frame, {
      action: `${path}/remove`,
      name: 'Remove the schedule',
      consequence: 'Nothing is rated by itself any longer. The reports stay.',
      button: 'Remove the schedule',
      small: true,
    })
  return html`<section class="card" id="schedule" aria-labelledby="schedule-title">
<h2 id="schedule-title">Schedule</h2>${noticeAt(frame, 'schedule')}${facts}
<details${errors !== undefined && html` open`}>
<summary class="button">${schedule === undefined ? 'Make a schedule' : 'Change the schedule'}</summary>
${scheduleForm(frame, path, sent ?? formOf(schedule), errors)}</details>${remove}</section>`
}

function lastTime(last: Outcome | null): Part {
  if (last === null) return 'none so far'
  const { at, outcome, message, reports, refused } = last
  const reason = message === undefined ? '' : ` ${message}`
  const texts: Record<string, string> = {
    started: reports.length === 0 ? 'The site report was started.' : `${counted(reports.length, 'report')} started.`,
    partly_started: `${counted(reports.length, 'report')} started, ${counted(refused, 'page')} refused:${reason}`,
  }
  return html`${exactTime(at)}<span class="two">${texts[outcome] ?? `Nothing was started:${reason}`}</span>`
}

function formOf(schedule: Schedule | undefined): ScheduleForm {
  const { what = 'site', time, selection, pages = [] } = schedule?.settings ?? {}
  return {
    what,
    every: time?.every ?? 'week',
    on: String(time?.on ?? 1),
    at: time?.at ?? '03:00',
    zone: time?.zone ?? 'UTC',
    max_pages: String(selection?.max_pages ?? 200),
    pages: pages.join('\n'),
  }
}

function scheduleForm(frame: Frame, path: string, sent: ScheduleForm, errors: FormErrors | undefined): Html {
  const number = (name: 'on' | 'max_pages', label: string, hint: string, max: number): Html =>
    numberField({ name, id: `schedule-${name}`, label, value: sent[name], hint, errors, max })
  const form = html`${formProblem(errors)}
${choice(
  'what',
  'Rate',
  sent.what,
  [
    ['site', 'the whole site'],
    ['pages', 'the pages below'],
  ],
  { errors },
)}
${choice(
  'every',
  'Every',
  sent.every,
  [
    ['day', 'day'],
    ['week', 'week'],
    ['month', 'month'],
  ],
  { errors },
)}
${number('on', 'On day', 'Of a week 1 (Monday) to 7, of a month 1 to 31. A shorter month has its last day.', 31)}
${field({
  name: 'at',
  label: 'At',
  value: sent.at,
  hint: 'Hours and minutes, such as 03:00.',
  errors,
  attributes: html`required pattern="([01]\\d|2[0-3]):[0-5]\\d" maxlength="5" autocomplete="off"`,
})}
${field({
  name: 'zone',
  label: 'Time zone',
  value: sent.zone,
  hint: 'Such as Europe/Berlin.',
  errors,
  attributes: html`required maxlength="60" autocomplete="off" spellcheck="false"`,
})}
${number('max_pages', 'Pages of the site', 'More than 200 need the key file on the site.', 10_000)}
${textField({
  name: 'pages',
  label: 'Pages',
  value: sent.pages,
  hint: 'Only these pages: a URL a line, at most 100.',
  errors,
  attributes: html`maxlength="250000"`,
})}<button>Save</button>`
  return postForm(frame, path, form)
}
