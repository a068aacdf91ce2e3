import type { Care__Output as Care } from '@pagebell/protos/notifier/v1/Care'
import type { KeyFile__Output as KeyFile } from '@pagebell/protos/notifier/v1/KeyFile'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/Project'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import type { HostKey } from '../load-host-keys.ts'
import { keyFileBadge } from '../parts/badge.ts'
import { copyButton } from '../parts/copy-button.ts'
import { postForm } from '../parts/form.ts'
import { noticeAt } from '../parts/notice.ts'
import { timeTag } from '../parts/time.ts'
import { shownHost } from '../parts/url.ts'

type Shown = { project: Project; care: Care | undefined; hostKeys: HostKey[] }

/** The files by which search engines believe a site's IndexNow key: one for each host in use, and whether it was seen. */
export function keyFileCard(frame: Frame, { project: { project }, care, hostKeys }: Shown): Html {
  const isNew = (care?.key_files ?? []).length === 0
  return html`<section class="card" id="key-file" aria-labelledby="key-file-title"><h2 id="key-file-title">IndexNow key file</h2>
${noticeAt(frame, 'key-file')}<p>Search engines accept URLs of a host only while its key file is there. The key is not a secret.</p>
${isNew && html`<p class="hint">No URL was submitted yet. Only the host that your pages use needs the file.</p>`}
<ul class="key-files">${hostKeys.map((hostKey, index) => keyFileItem(frame, project, { hostKey, index, care }))}</ul>
${care === undefined ? html`<p class="hint">Whether the files are served cannot be shown at the moment.</p>` : html`<p class="hint">Pagebell checks the files of submitted hosts every hour.</p>`}</section>`
}

type Item = { hostKey: HostKey; index: number; care: Care | undefined }

function keyFileItem(frame: Frame, project: string, { hostKey, index, care }: Item): Html {
  const { host, key, address } = hostKey
  const [addressId, contentId] = [`key-file-address-${index}`, `key-file-content-${index}`]
  return html`<li><h3>${shownHost(host)}</h3>
<dl class="facts"><dt>Address</dt><dd><code class="url" id="${addressId}">${address}</code> ${copyButton(addressId, `key file address of ${host}`)}</dd>
<dt>Content</dt><dd><code class="url" id="${contentId}">${key}</code> ${copyButton(contentId, `key file content of ${host}`)}</dd></dl>
<div class="row">${
    care !== undefined &&
    seen(
      frame,
      care.key_files.find((file) => file.host === host),
    )
  }
${postForm(frame, `/projects/${project}/key-file`, html`<input type="hidden" name="host" value="${host}"><button class="small">Check now<span class="unseen"> ${host}</span></button>`, '')}
<a class="button small" href="/projects/${project}/key-file?host=${encodeURIComponent(host)}" download="${key}.txt">Download<span class="unseen"> key file of ${host}</span></a></div>
${problemOf(care, host)}</li>`
}

const seen = (frame: Frame, file: KeyFile | undefined): Html => {
  const { checked_at: at, problem } = file ?? {}
  return html`${keyFileBadge(at === undefined ? undefined : problem === undefined)}${at !== undefined && html`<span class="hint">${timeTag(at, frame.now)}</span>`}`
}

function problemOf(care: Care | undefined, host: string): Part {
  const problem = care?.key_files.find((file) => file.host === host)?.problem
  return (
    problem !== undefined &&
    html`<p class="warning">${problem} Put a text file there that contains the key and nothing else, and let search engines fetch it.</p>`
  )
}
