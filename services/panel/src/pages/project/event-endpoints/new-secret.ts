import { type Html, html } from '@pagebell/html/template'
import type { EventEndpoint__Output as EventEndpoint } from '@pagebell/protos/notifier/v1/event_endpoints'
import type { Frame } from '../../../html/frame.ts'
import { secretToCopy } from '../../../parts/form.ts'
import { page } from '../../../parts/layout.ts'
import { outsideLink } from '../../../parts/url.ts'

/** `graceSeconds` is absent for the first secret. */
type NewSecret = { project: string; endpoint: EventEndpoint; secret: string; graceSeconds?: number }

/** The only page that shows the secret by which the events of an endpoint are signed. */
export function newSecretPage(frame: Frame, { project, endpoint, secret, graceSeconds }: NewSecret): Html {
  const graceText =
    graceSeconds === 0 ? ' The old secret no longer signs.' : ' The old secret signs as well for the time you chose.'
  return page(frame, {
    title: `The secret of ${endpoint.name}`,
    lead: `Copy the secret now: it is shown only once.${graceSeconds === undefined ? '' : graceText}`,
    body: html`<div class="sections"><section class="card" aria-labelledby="secret"><h2 id="secret">Secret</h2>
${secretToCopy('endpoint-secret', secret, 'secret')}
<p class="hint">Every event for this endpoint is signed with it, in the header <code>webhook-signature</code>. A library
of ${outsideLink('https://www.standardwebhooks.com', 'Standard Webhooks')} verifies the signature for your receiver.</p>
</section>
<p class="row"><a class="button main" href="/projects/${project}/events/${endpoint.id}">I have copied it</a></p></div>`,
  })
}
