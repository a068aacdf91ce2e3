import { type Html, html } from '@pagebell/html/template'
import type { LastmodSitemap__Output as Sitemap } from '@pagebell/protos/pages/v1/pages'
import { counted, timeTag } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { confirmed } from '../../parts/confirmation.ts'
import { copyButton, postForm } from '../../parts/form.ts'
import { noticeAt } from '../../parts/notice.ts'

/** The public sitemap of what has changed: off, or its address and how to use it. */
export function lastmodCard(frame: Frame, project: string, sitemap: Sitemap): Html {
  const { token, created_at, pages } = sitemap
  const path = `/projects/${project}/lastmod`
  const about = html`<p class="hint">A public list of the pages that search engines can show, with the time
when the words of each were seen to change. Search engines that do not take part in IndexNow find changes by it.</p>`
  const content =
    token === undefined || created_at === undefined
      ? html`<p><strong>Off.</strong></p>${about}${postForm(frame, path, html`<button>Turn on</button>`)}`
      : html`${about}<dl class="facts"><dt>Line for robots.txt</dt>
<dd><code class="url" id="lastmod-line">Sitemap: ${frame.publicOrigin}/lastmod/${token}.xml</code>
${copyButton('lastmod-line', 'line for robots.txt')}</dd>
<dt>Pages</dt><dd>${counted(pages, 'page')}</dd><dt>On since</dt><dd>${timeTag(created_at, frame.now)}</dd></dl>
<div class="row">${confirmed(frame, {
          action: path,
          name: 'Change the address',
          consequence: 'The address in robots.txt stops at once, and has to be replaced by the new one.',
          button: 'Change the address',
          small: true,
        })}${confirmed(frame, {
          action: `${path}/off`,
          name: 'Turn off',
          consequence: 'The address stops at once. Another one is made when it is turned on again.',
          button: 'Turn off',
          small: true,
        })}</div>`
  return html`<section class="card" id="lastmod" aria-labelledby="lastmod-title">
<h2 id="lastmod-title">Sitemap of changes</h2>${noticeAt(frame, 'lastmod')}${content}</section>`
}
