import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { empty } from '../parts/empty.ts'
import { field, postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { counted } from '../parts/number.ts'
import { exactTime } from '../parts/time.ts'

/** What was asked for and how many that is; without it the page asks. */
export type Asked = { rejectedSince: string; project: string | undefined; count: number }

type Shown = { project: string | undefined; asked: Asked | undefined }

/** Asks since when, says how many were rejected since then, and only then lets one requeue them. */
export function requeueRejectedPage(frame: Frame, { project, asked }: Shown): Html {
  const since = asked?.rejectedSince ?? new Date(frame.now - 86_400_000).toISOString()
  return page(frame, {
    title: 'Requeue rejected deliveries',
    lead: 'Sends again what search engines rejected since a time. Use it after you have fixed a key file or an API key.',
    actions: html`<a class="button" href="/deliveries?status=rejected">Show rejected</a>`,
    body: html`<div class="sections"><section class="card" aria-labelledby="which"><h2 id="which">Which deliveries</h2>
<form method="get" action="/deliveries/requeue" class="stack">
${field({ name: 'since', label: html`Rejected since <span data-zone>(UTC)</span>`, type: 'datetime-local', value: since.slice(0, 19), attributes: html`step="1" required` })}
${field({ name: 'project', label: 'Project', value: project, hint: 'A host name. Leave empty for all projects.', attributes: html`maxlength="253" autocomplete="off"` })}
<button>Count deliveries</button></form></section>
${asked !== undefined && (asked.count === 0 ? html`<div class="card" role="status" tabindex="-1" autofocus>${empty('good', 'Nothing was rejected', html`No search engine has rejected anything${asked.project !== undefined && ` of ${asked.project}`} since ${exactTime(asked.rejectedSince)}.`)}</div>` : confirmation(frame, asked))}</div>`,
  })
}

const confirmation = (frame: Frame, { rejectedSince, project, count }: Asked): Html =>
  html`<section class="card" role="status" aria-labelledby="really" tabindex="-1" autofocus><h2 id="really">Requeue ${counted(count, 'delivery', 'deliveries')}?</h2>
<p>They were rejected since ${exactTime(rejectedSince)}${project !== undefined && html` for <strong>${project}</strong>`}. Each is sent again, and its attempts count from zero. Your quota is not charged again.</p>
${postForm(frame, '/deliveries/requeue', html`<input type="hidden" name="rejected_since" value="${rejectedSince}">${project !== undefined && html`<input type="hidden" name="project" value="${project}">`}<div class="row"><button class="main">Yes, requeue ${counted(count, 'delivery', 'deliveries')}</button><a class="button" href="/deliveries">Cancel</a></div>`)}</section>`
