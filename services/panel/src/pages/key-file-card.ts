import type { Care__Output as Care } from '@pagebell/protos/notifier/v1/Care'
import type { KeyFile__Output as KeyFile } from '@pagebell/protos/notifier/v1/KeyFile'
import type { ChannelSetup__Output as ChannelSetup } from '@pagebell/protos/project/v1/ChannelSetup'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/Project'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { keyFileBadge } from '../parts/badge.ts'
import { postForm } from '../parts/form.ts'
import { timeTag } from '../parts/time.ts'
import { readSettings } from './channels-card.ts'

type Shown = { project: Project; channels: ChannelSetup[]; care: Care | undefined }

/** The file by which engines believe a site's IndexNow key, and whether it was there when it was looked at. */
export function keyFileCard(frame: Frame, { project: { project, indexnow_key }, channels, care }: Shown): Html {
  const indexnow = channels.find(({ channel }) => channel === 'indexnow')
  const { key = indexnow_key, key_location: address = `https://${project}/${key}.txt` } = readSettings(
    indexnow,
  ) as Record<string, string>
  return html`<section class="card" id="key-file" aria-labelledby="key-file-title"><h2 id="key-file-title">IndexNow key file</h2>
<p>Search engines believe what is sent in the name of <strong>${project}</strong> only while this file stands there. It is no secret.</p>
<dl class="facts"><dt>Address</dt><dd><code class="url">${address}</code></dd>
<dt>Content</dt><dd><code class="url" id="indexnow-key">${key}</code> <button type="button" class="small" data-copy="indexnow-key">Copy</button></dd></dl>
${care === undefined ? html`<p class="hint">Whether it is served cannot be said at the moment.</p>` : looks(frame, project, care.key_files)}</section>`
}

/** Every host that was looked at, and the project's own in any case. */
function looks(frame: Frame, project: string, seen: KeyFile[]): Part {
  const files = seen.length > 0 ? seen : [{ host: project }]
  return html`<ul class="stack">${files.map((file) => look(frame, project, file))}</ul>
<p class="hint">Hosts whose URLs are submitted are looked at every hour.</p>`
}

function look(frame: Frame, project: string, { host, checked_at, problem }: KeyFile): Html {
  const advice = html`<p class="warning">${problem} Put a text file there that holds the key and nothing else, and let engines through to it.</p>`
  return html`<li><div class="row">${keyFileBadge(checked_at === undefined ? undefined : problem === undefined)}<code class="url">${host}</code>${checked_at !== undefined && html`<span class="hint">${timeTag(checked_at, frame.now)}</span>`}
${postForm(frame, `/projects/${project}/key-file`, html`<input type="hidden" name="host" value="${host}"><button class="small">Check now<span class="unseen"> ${host}</span></button>`, '')}</div>
${problem !== undefined && advice}</li>`
}
