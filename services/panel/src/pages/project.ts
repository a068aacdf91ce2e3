import type { Hook__Output as Hook } from '@pagebell/protos/intake/v1/Hook'
import type { Care__Output as Care } from '@pagebell/protos/notifier/v1/Care'
import type { ChannelSetup__Output as ChannelSetup } from '@pagebell/protos/project/v1/ChannelSetup'
import type { IgnoredCheck__Output as IgnoredCheck } from '@pagebell/protos/project/v1/IgnoredCheck'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/Project'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import type { HostKey } from '../load-host-keys.ts'
import { type FormErrors, field, formProblem, postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { snippetList } from '../parts/snippet-list.ts'
import { timeTag } from '../parts/time.ts'
import { shownHost } from '../parts/url.ts'
import { readableHost } from '../readable-url.ts'
import { snippets } from '../snippets.ts'
import { type ChannelErrors, channelsCard } from './channels-card.ts'
import { type EndpointErrors, eventsCard, type Told } from './events-card.ts'
import { hookCard } from './hook-card.ts'
import { ignoredChecksCard } from './ignored-checks-card.ts'
import { keyFileCard } from './key-file-card.ts'
import { type Trial, tryCard } from './try-card.ts'

export type ProjectPage = {
  project: Project
  hook: Hook | undefined
  hooksUrl: (path: string) => string
  /** Lets a form that is sent twice do its work once. */
  once: string
  channels: ChannelSetup[]
  /** Undefined while the notifier is away. */
  care: Care | undefined
  hostKeys: HostKey[]
  told: Told | undefined
  ignored: IgnoredCheck[]
  trial?: Trial
  errors?: {
    hook?: FormErrors
    secret?: FormErrors
    channels?: ChannelErrors
    endpoint?: EndpointErrors
    ignored?: FormErrors
    deletion?: FormErrors
  }
}

export function projectPage(frame: Frame, shown: ProjectPage): Html {
  const { project, hook, errors } = shown
  const name = project.project
  return page(frame, {
    title: readableHost(name),
    heading: shownHost(name),
    lead: html`Added ${timeTag(project.created_at, frame.now)}.`,
    actions: html`<a class="button" href="/reports?project=${encodeURIComponent(name)}">Reports</a><a class="button" href="/deliveries?project=${encodeURIComponent(name)}">Deliveries</a>`,
    body: html`<div class="sections">${hookCard(frame, { project: name, hook, errors: errors?.hook, once: shown.once })}
${hook !== undefined && html`<section class="card" aria-labelledby="use"><h2 id="use">Integrations</h2><p class="hint">Replace <code>pbh_…</code> with the token that you copied when it was created.</p>${snippetList(snippets(shown.hooksUrl('/api/hooks/pbh_…/submit'), name))}</section>`}
${hook !== undefined && tryCard(frame, name, shown.trial)}
${channelsCard(frame, { ...shown, errors: errors?.channels })}
${keyFileCard(frame, shown)}
${eventsCard(frame, { project: name, told: shown.told, failed: errors?.endpoint, secret: errors?.secret, once: shown.once })}
${ignoredChecksCard(frame, { project: name, ignored: shown.ignored, errors: errors?.ignored })}
${dangerZone(frame, name, errors?.deletion)}</div>`,
  })
}

const dangerZone = (frame: Frame, name: string, errors: FormErrors | undefined): Html =>
  html`<section class="card danger" id="danger" aria-labelledby="danger-title"><h2 id="danger-title">Delete the project</h2>
<p>Its reports are deleted, its webhook stops immediately, and URLs that are not delivered yet are dropped. This cannot be undone.</p>
${postForm(
  frame,
  `/projects/${name}/delete`,
  html`${formProblem(errors)}${field({ name: 'confirmation', label: `Type ${readableHost(name)} to confirm`, errors, attributes: html`autocomplete="off" spellcheck="false" autocapitalize="none" required` })}<button class="danger">Delete ${readableHost(name)}</button>`,
)}</section>`
