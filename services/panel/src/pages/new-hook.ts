import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { copyButton } from '../parts/copy-button.ts'
import { page } from '../parts/layout.ts'
import { snippetList } from '../parts/snippet-list.ts'
import { snippets } from '../snippets.ts'

type Shown = { project: string; url: string; graceSeconds: number; created: boolean }

/** The one page that ever shows a webhook's address. */
export function newHookPage(frame: Frame, { project, url, graceSeconds, created }: Shown): Html {
  const before = created
    ? ''
    : graceSeconds === 0
      ? ' The old token is refused from now on.'
      : ' The old token works for the time you chose.'
  return page(frame, {
    title: `The webhook of ${project}`,
    lead: `Copy the address now: it is shown only once.${before}`,
    body: html`<div class="sections"><section class="card" aria-labelledby="address"><h2 id="address">Address</h2>
<div class="secret"><code id="hook-url" tabindex="0" autofocus>${url}</code>${copyButton('hook-url', 'webhook address', 'main')}</div>
<p class="hint">Anyone who has it can submit URLs of ${project} on your quota, and nothing else. Keep it like a password.</p></section>
<section class="card" aria-labelledby="use"><h2 id="use">Use it</h2>${snippetList(snippets(url, project))}</section>
<p class="row"><a class="button main" href="/projects/${project}">I have copied it</a></p></div>`,
  })
}
