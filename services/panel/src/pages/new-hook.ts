import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { page } from '../parts/layout.ts'
import { snippetList } from '../parts/snippet-list.ts'
import { snippets } from '../snippets.ts'

type Shown = { project: string; url: string; graceSeconds: number; created: boolean }

/** The one page that ever shows a webhook's address. */
export function newHookPage(frame: Frame, { project, url, graceSeconds, created }: Shown): Html {
  const before = created
    ? ''
    : graceSeconds === 0
      ? ' The token before is refused from now on.'
      : ' The token before stays good for the time you chose.'
  return page(frame, {
    title: `The webhook of ${project}`,
    lead: `This is its address. It is shown this once: copy it now.${before}`,
    body: html`<div class="sections"><section class="card" aria-labelledby="address"><h2 id="address">Address</h2>
<div class="secret"><code id="hook-url" tabindex="0">${url}</code><button type="button" class="main" data-copy="hook-url">Copy</button></div>
<p class="hint">Whoever knows it can submit URLs of ${project} on your quota, and nothing else. Keep it where you keep passwords.</p></section>
<section class="card" aria-labelledby="use"><h2 id="use">Use it</h2>${snippetList(snippets(url, project))}</section>
<p class="row"><a class="button main" href="/projects/${project}">I have copied it</a></p></div>`,
  })
}
