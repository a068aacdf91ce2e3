import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { copyButton } from '../parts/copy-button.ts'
import { page } from '../parts/layout.ts'
import { outsideLink } from '../parts/outside-link.ts'

type Shown = { project: string; secret: string; graceSeconds: number | undefined }

/** The one page that ever shows the secret by which events are signed. `graceSeconds` is absent for the first secret. */
export function newSecretPage(frame: Frame, { project, secret, graceSeconds }: Shown): Html {
  const before =
    graceSeconds === undefined
      ? ''
      : graceSeconds === 0
        ? ' The old secret no longer signs.'
        : ' The old secret signs as well for the time you chose.'
  return page(frame, {
    title: `The secret of ${project}'s events`,
    lead: `Copy the secret now: it is shown only once.${before}`,
    body: html`<div class="sections"><section class="card" aria-labelledby="secret"><h2 id="secret">Secret</h2>
<div class="secret"><code id="endpoint-secret" tabindex="0" autofocus>${secret}</code>${copyButton('endpoint-secret', 'secret', 'main')}</div>
<p class="hint">Every event is signed with it, in the header <code>webhook-signature</code>. A library of ${outsideLink('https://www.standardwebhooks.com', 'Standard Webhooks')} verifies the signature for your receiver.</p></section>
<p class="row"><a class="button main" href="/projects/${project}#events">I have copied it</a></p></div>`,
  })
}
