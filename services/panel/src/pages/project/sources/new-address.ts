import { type Html, html } from '@pagebell/html/template'
import type { Source__Output as Source, SourceKind__Output as SourceKind } from '@pagebell/protos/intake/v1/sources'
import { localPath } from '../../../forms/fields.ts'
import type { Frame } from '../../../html/frame.ts'
import { secretToCopy } from '../../../parts/form.ts'
import { page } from '../../../parts/layout.ts'
import { setUpSteps } from './set-up.ts'

/** `graceSeconds` is absent for a new source; `next` is where the page leads, if not to the source. */
type NewAddress = {
  project: string
  source: Source
  kind: SourceKind
  url: string
  graceSeconds?: number
  next?: string | undefined
}

/** The only page that shows the address of a source. */
export function newAddressPage(frame: Frame, { project, source, kind, url, graceSeconds, next }: NewAddress): Html {
  const following = next === undefined ? `/projects/${project}/sources/${source.source_id}` : localPath(next)
  const graceText =
    graceSeconds === 0 ? ' The old address is refused from now on.' : ' The old address works for the time you chose.'
  return page(frame, {
    title: `The address of ${source.name}`,
    lead: `Copy the address now: it is shown only once.${graceSeconds === undefined ? '' : graceText}`,
    body: html`<div class="sections"><section class="card" aria-labelledby="address"><h2 id="address">Address</h2>
${secretToCopy('source-url', url, 'address of the source')}
<p class="hint">Anyone who has it can send to this source${source.has_secret ? ' if they have its secret too' : ''}.
Keep it like a password.</p></section>
<section class="card" aria-labelledby="set-up">
<h2 id="set-up">Enter it at ${kind.title}</h2>${setUpSteps(kind)}</section>
<p class="row"><a class="button main" href="${following}">I have copied it</a></p>
</div>`,
  })
}
