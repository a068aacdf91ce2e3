import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  Care__Output as ChannelStatus,
  KeyFile__Output as KeyFile,
} from '@pagebell/protos/notifier/v1/channel_care'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import { timeTag } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { keyFileBadge } from '../../parts/badge.ts'
import { copyButton, postForm } from '../../parts/form.ts'
import { noticeAt } from '../../parts/notice.ts'
import { shownHost } from '../../parts/url.ts'
import type { HostKey } from './host-keys.ts'

type KeyFileCard = { project: Project; status: ChannelStatus | undefined; hostKeys: HostKey[] }

/** The files that prove a site's IndexNow key: one for each host in use, and whether it was found. */
export function keyFileCard(frame: Frame, { project: { project }, status, hostKeys }: KeyFileCard): Html {
  const isNew = (status?.key_files ?? []).length === 0
  const unavailable = html`<p class="hint">The status of the files is temporarily unavailable.</p>`
  const schedule = html`<p class="hint">Pagebell checks the files of submitted hosts every hour.</p>`
  const items = hostKeys.map((hostKey, index) => keyFileItem(frame, project, { hostKey, index, status }))
  return html`<section class="card" id="key-file" aria-labelledby="key-file-title">
<h2 id="key-file-title">IndexNow key file</h2>
${noticeAt(frame, 'key-file')}<p>Search engines accept URLs of a host only while its key file is there. The key is not a
secret.</p>
${isNew && html`<p class="hint">No URL was submitted yet. Only the host that your pages use needs the file.</p>`}
<ul class="key-files">${items}</ul>
${status === undefined ? unavailable : schedule}</section>`
}

type KeyFileItem = { hostKey: HostKey; index: number; status: ChannelStatus | undefined }

function keyFileItem(frame: Frame, project: string, { hostKey, index, status }: KeyFileItem): Html {
  const { host, key, address } = hostKey
  const [addressId, contentId] = [`key-file-address-${index}`, `key-file-content-${index}`]
  const file = status?.key_files.find((one) => one.host === host)
  const check = html`<input type="hidden" name="host" value="${host}">
<button class="small">Check now<span class="unseen"> ${host}</span></button>`
  const path = `/projects/${project}/key-file`
  const link = html`href="${path}?host=${encodeURIComponent(host)}" download="${key}.txt"`
  return html`<li><h3>${shownHost(host)}</h3>
<dl class="facts"><dt>Address</dt>
<dd><code class="url" id="${addressId}">${address}</code> ${copyButton(addressId, `key file address of ${host}`)}</dd>
<dt>Content</dt>
<dd><code class="url" id="${contentId}">${key}</code> ${copyButton(contentId, `key file content of ${host}`)}</dd></dl>
<div class="row">${status !== undefined && keyFileState(frame, file)}${postForm(frame, path, check, '')}
<a class="button small" ${link}>Download<span class="unseen"> key file of ${host}</span></a></div>
${problemOf(file)}</li>`
}

function keyFileState(frame: Frame, file: KeyFile | undefined): Html {
  const { checked_at: at, problem } = file ?? {}
  const badge = keyFileBadge(at === undefined ? undefined : problem === undefined)
  return html`${badge}${at !== undefined && html`<span class="hint">${timeTag(at, frame.now)}</span>`}`
}

const problemOf = (file: KeyFile | undefined): Part =>
  file?.problem !== undefined &&
  html`<p class="warning">${file.problem} Put a text file there that contains the key and nothing else, and let search
engines fetch it.</p>`
