import { type Html, html, type Part } from '@pagebell/html/template'
import type { KeyFile__Output as KeyFile } from '@pagebell/protos/notifier/v1/channel_care'
import { outsideDeadlineMs } from '@pagebell/rpc/connect-rpc'
import { Type } from '@pagebell/schema/type'
import { timeTag } from '../../../html/format.ts'
import { type Frame, frameOf, redirectTo, sendFragment, sendPage } from '../../../html/frame.ts'
import { keyFileBadge } from '../../../parts/badge.ts'
import { copyButton, postForm } from '../../../parts/form.ts'
import { type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { type HostKey, loadHostKey, siteHostOf } from '../host-keys.ts'
import { loadPlace, loadSetup, setupFields, setupParams } from './load-setup.ts'
import { setupPath } from './setup-progress.ts'
import { type SetupSite, stepPage } from './step-page.ts'

/** The key file of the host of the site's first page, as it was checked last. */
type SiteKeyFile = { hostKey: HostKey; file: KeyFile | undefined }

/** Without a key file for a project that does not use IndexNow. */
function keyFilePage(frame: Frame, site: SetupSite, keyFile: SiteKeyFile | undefined): Html {
  const next = setupPath(site.project, 'announcement', site.firstPage)
  const continuing = html`<p class="row"><a class="button main" href="${next}">Continue</a></p>`
  const unneeded = html`<section class="card" aria-labelledby="key-file-title"><h2 id="key-file-title">Not needed</h2>
<p>This project does not use IndexNow. Its <a href="/projects/${site.project}/channels">channels</a> have what they
need in their settings.</p>${continuing}</section>`
  return stepPage(frame, {
    current: 'key-file',
    site,
    lead:
      keyFile === undefined
        ? 'IndexNow takes announcements of a site that has a key file; other channels need none.'
        : `By its key file search engines know that announcements of ${keyFile.hostKey.host} come from its owner.`,
    body: keyFile === undefined ? unneeded : keyCard(frame, site, keyFile, { continuing, next }),
  })
}

/** Until the file is served it is checked by itself, and the button checks it at once. */
function keyCard(
  frame: Frame,
  site: SetupSite,
  { hostKey, file }: SiteKeyFile,
  { continuing, next }: { continuing: Html; next: string },
): Html {
  const { host, key, address } = hostKey
  const path = `/projects/${site.project}/setup/key-file`
  const source = `/projects/${site.project}/key-file?host=${encodeURIComponent(host)}`
  const download = html`href="${source}" download="${key}.txt"`
  const until = new Date(frame.now + maxLiveMs).toISOString()
  const check = html`<input type="hidden" name="address" value="${site.firstPage}">
${liveCheck(frame, path, file, until)}
<div class="row"><button class="main">Check now</button><a class="button" href="${next}">Skip for now</a></div>`
  const state = isServed(file)
    ? html`<div class="live" role="status">${stateOf(frame, file)}</div>${continuing}`
    : postForm(frame, path, check, 'stack wide')
  return html`<section class="card" aria-labelledby="key-file-title">
<h2 id="key-file-title">Put the key file on the site</h2>
<ol class="numbered"><li>Download the file: <a class="button small" ${download}>Download<span class="unseen"> the key
file</span></a></li>
<li>Upload it to the top folder of the site, so that it is at this address:
<code class="url" id="key-address">${address}</code>
${copyButton('key-address', 'the address of the key file')}
<span class="two">It contains nothing but the key: <code class="url" id="key-content">${key}</code>
${copyButton('key-content', 'the key')}</span></li>
<li>Wait here: this page notices when it is there. With the WordPress plug-in of Pagebell nothing has to be
uploaded.</li>
</ol>${state}</section>`
}

const isServed = (file: KeyFile | undefined): boolean => file?.checked_at !== undefined && file.problem === undefined

/** How long an open page has the file checked, and how often. */
const maxLiveMs = 600_000
const everySeconds = 5

/** Sends its form again and again; the answer to nothing new is 204, which leaves it as it is. */
function liveCheck(frame: Frame, path: string, file: KeyFile | undefined, until: string): Html {
  const isOver = Date.parse(until) <= frame.now
  const values = JSON.stringify({ until, seen: seenOf(file) })
  const repeat = html` data-hx-post="${path}" data-hx-trigger="load delay:2s, every ${everySeconds}s"
 data-hx-swap="outerHTML"
 data-hx-vals="${values}"`
  return html`<div class="live" id="key-file-live" role="status"${!isOver && repeat}>${stateOf(frame, file)}
${isOver && html`<span class="two">It is no longer checked by itself.</span>`}</div>`
}

function stateOf(frame: Frame, file: KeyFile | undefined): Part {
  const { checked_at: at, problem } = file ?? {}
  return html`${keyFileBadge(at === undefined ? undefined : problem === undefined)}
${at !== undefined && html`<span class="hint">${timeTag(at, frame.now)}</span>`}
${problem !== undefined && html`<span class="two">${problem}</span>`}`
}

/** What the page shows of a check. */
const seenOf = (file: KeyFile | undefined): string => file?.problem ?? ''

const showKeyFile: Route = (app, tools) => {
  const schema = { params: setupParams, querystring: Type.Object(setupFields) }
  app.get('/projects/:project/setup/key-file', { schema }, async (request, reply) => {
    const account_id = accountOf(request)
    const asked = { name: request.params.project, address: request.query.address }
    const { project, parts, site } = await loadSetup(tools.clients, account_id, asked)
    const owner = { project, channels: parts.channels, account_id }
    const siteHost = siteHostOf(site.firstPage)
    const isNeeded = site.progress.keyFile !== 'not needed'
    const hostKey = isNeeded ? await loadHostKey(tools.clients, owner, siteHost) : undefined
    const file = parts.status?.key_files.find(({ host }) => host === siteHost.host)
    return sendPage(reply, keyFilePage(frameOf(request, reply, tools), site, hostKey && { hostKey, file }))
  })
}

const body = Type.Object({
  ...setupFields,
  /** Sent by the page itself: until when it does so, and the problem that it shows. */
  until: Type.Optional(Type.String({ format: 'date-time' })),
  seen: Type.String({ default: '', maxLength: 2_000 }),
})

const checkKeyFile: Route = (app, { clients, cookies, ...tools }) => {
  const path = '/projects/:project/setup/key-file'
  app.post(path, { schema: { params: setupParams, body } }, async (request, reply) => {
    const { address, until, seen } = request.body
    const asked = { name: request.params.project, address }
    const { place, firstPage } = await loadPlace(clients, accountOf(request), asked)
    const file = await clients.channelCare.checkKeyFile(
      { ...place, ...siteHostOf(firstPage) },
      { deadlineMs: outsideDeadlineMs },
    )
    if (until === undefined) {
      const notice = isServed(file) ? 'key-file-served' : 'key-file-missing'
      return redirectTo(reply, setupPath(place.project, 'key-file', firstPage), cookies, notice)
    }
    // The page shows the next step then.
    if (isServed(file)) return reply.code(204).header('hx-refresh', 'true').send()
    const frame = frameOf(request, reply, { cookies, ...tools })
    if (seen === seenOf(file) && Date.parse(until) > frame.now) return reply.code(204).send()
    return sendFragment(reply, liveCheck(frame, `/projects/${place.project}/setup/key-file`, file, until))
  })
}

export default signedInRoutes(showKeyFile, checkKeyFile)
