import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { empty } from '../parts/empty.ts'
import { field, postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { counted } from '../parts/number.ts'
import { exact, exactTime } from '../parts/time.ts'

/** What was asked for and how many that is; without it the page asks. */
export type Asked = { rejectedSince: string; project: string | undefined; count: number }

type Shown = { project: string | undefined; asked: Asked | undefined }

/** Asks since when, says how many were rejected since then, and only then lets one requeue them. */
export function requeueRejectedPage(frame: Frame, { project, asked }: Shown): Html {
  const since = asked?.rejectedSince ?? new Date(frame.now - 86_400_000).toISOString()
  return page(frame, {
    title: 'Requeue the rejected',
    lead: 'What engines refused since a time is sent again: when a key file, a key or an engine has been mended.',
    actions: html`<a class="button" href="/deliveries?status=rejected">See the rejected</a>`,
    body: html`<div class="sections"><section class="card" aria-labelledby="which"><h2 id="which">Which</h2>
<form method="get" action="/deliveries/requeue" class="stack">
${field({ name: 'since', label: 'Rejected since (UTC)', type: 'datetime-local', value: since.slice(0, 19), attributes: html`step="1" required` })}
${field({ name: 'project', label: 'Project', value: project, hint: 'Its host name; empty for all of them.', attributes: html`maxlength="253" autocomplete="off"` })}
<button>Count them</button></form></section>
${asked !== undefined && (asked.count === 0 ? html`<div class="card" role="status">${empty('good', 'Nothing was rejected', `Since ${exact(asked.rejectedSince)} no engine refused anything${asked.project === undefined ? '' : ` of ${asked.project}`}.`)}</div>` : confirmation(frame, asked))}</div>`,
  })
}

const confirmation = (frame: Frame, { rejectedSince, project, count }: Asked): Html =>
  html`<section class="card" role="status" aria-labelledby="really"><h2 id="really">Requeue ${counted(count, 'delivery', 'deliveries')}?</h2>
<p>They were rejected since ${exactTime(rejectedSince)}${project !== undefined && html` for <strong>${project}</strong>`}. Each is sent again as if it had just come, and its attempts count from zero. The quota is not charged again.</p>
${postForm(frame, '/deliveries/requeue', html`<input type="hidden" name="rejected_since" value="${rejectedSince}">${project !== undefined && html`<input type="hidden" name="project" value="${project}">`}<div class="row"><button class="main">Yes, requeue ${counted(count, 'delivery', 'deliveries')}</button><a class="button" href="/deliveries">Leave them</a></div>`)}</section>`
