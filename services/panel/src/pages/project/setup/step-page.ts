import { type Html, html, type Part } from '@pagebell/html/template'
import type { Frame } from '../../../html/frame.ts'
import { icon } from '../../../parts/icon.ts'
import { page } from '../../../parts/layout.ts'
import { isDone, nextPage, type Progress, type SetupPage, setupPages, setupPath } from './setup-progress.ts'

const names: Record<SetupPage, string> = {
  site: 'What was found',
  changes: 'How changes arrive',
  'key-file': 'Key file',
  announcement: 'First announcement',
}
/** Of the page that adds the site. */
const addressStep = 'Address'

/** A site that is being set up. */
export type SetupSite = { project: string; firstPage: string; progress: Progress }

type Step = { name: string; isDone: boolean; to?: string; isCurrent: boolean }

/** The steps as links, for any order. Without a site, the address is still to be entered. */
function stepsOf(site: SetupSite | undefined, current: SetupPage | undefined): Step[] {
  const address = { name: addressStep, isDone: site !== undefined, isCurrent: current === undefined }
  return [
    address,
    ...setupPages.map((one) => ({
      name: names[one],
      isCurrent: one === current,
      isDone: site !== undefined && isDone(one, site.progress),
      ...(site !== undefined && { to: setupPath(site.project, one, site.firstPage) }),
    })),
  ]
}

const done = html`<span class="unseen"> (done)</span>`

function stepItem({ name, isDone: isPast, to, isCurrent }: Step): Html {
  const text = html`<span class="step-name">${name}${isPast && done}</span>`
  const sign = isPast && icon('good')
  const state = isCurrent && html` aria-current="step"`
  const content =
    to === undefined || isCurrent ? html`<span${state}>${sign}${text}</span>` : html`<a href="${to}">${sign}${text}</a>`
  return html`<li class="${isPast ? 'done' : ''}">${content}</li>`
}

const path = (steps: readonly Step[]): Html =>
  html`<nav class="path" aria-label="Steps of setting up a site"><ol>${steps.map(stepItem)}</ol></nav>`

type StepPage = {
  /** Undefined for the first step, the address. */
  current: SetupPage | undefined
  site?: SetupSite
  lead: Part
  body: Part
  head?: Part
}

/** A page of the way from the address of a site to its first announcement. */
export function stepPage(frame: Frame, { current, site, lead, body, head }: StepPage): Html {
  const name = current === undefined ? addressStep : names[current]
  const steps = stepsOf(site, current)
  const place = steps.findIndex(({ isCurrent }) => isCurrent) + 1
  const isLeft = site !== undefined && nextPage(site.progress) !== undefined
  return page(
    // The navigation marks Projects.
    { ...frame, path: '/projects' },
    {
      title: `Step ${place} of ${steps.length}: ${name}`,
      heading: current === undefined ? 'Add a site' : name,
      lead,
      head,
      actions: isLeft ? html`<a class="button" href="/projects/${site.project}">Finish later</a>` : undefined,
      body: html`${path(steps)}<div class="sections">${body}</div>`,
    },
  )
}

/** What of the set-up is done, on the page of a project until all of it is. */
export function continueCard({ project, progress }: Pick<SetupSite, 'project' | 'progress'>): Html {
  const next = nextPage(progress)
  const pages = setupPages.map((one) => ({ name: names[one], isPast: isDone(one, progress), isNext: one === next }))
  const steps = [{ name: addressStep, isPast: true, isNext: false }, ...pages]
  const item = ({ name, isPast, isNext }: (typeof steps)[number]): Html =>
    html`<li class="${isPast ? 'done' : ''}"${isNext && html` aria-current="step"`}>
${icon(isPast ? 'good' : 'clock')}<strong>${name}${isPast && done}</strong></li>`
  const count = steps.filter(({ isPast }) => isPast).length
  const unused = html`<p class="hint">A webhook or source was added, and nothing has called it yet.</p>`
  return html`<section class="card" aria-labelledby="setup"><div class="between"><h2 id="setup">Set up the site</h2>
<p class="hint">${count} of ${steps.length} done</p></div>
<ol class="steps">${steps.map(item)}</ol>
${progress.connection === 'unused' && unused}
<p><a class="button main" href="/projects/${project}/setup">Continue setting up</a></p></section>`
}
