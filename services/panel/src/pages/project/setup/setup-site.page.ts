import { type Html, html, type Part } from '@pagebell/html/template'
import type { FoundSite__Output as FoundSite } from '@pagebell/protos/pages/v1/watches'
import { Type } from '@pagebell/schema/type'
import { type FormErrors, submitForm } from '../../../forms/form-result.ts'
import { type Frame, frameOf, sendPage } from '../../../html/frame.ts'
import { field, formProblem } from '../../../parts/form.ts'
import { readableUrl } from '../../../parts/url.ts'
import { type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { addressErrors, listingTable, siteFacts } from '../watches/find-card.ts'
import { loadSetup, setupFields, setupParams } from './load-setup.ts'
import { setupPath } from './setup-progress.ts'
import { type SetupSite, stepPage } from './step-page.ts'

/** The address that was searched, with what is there or why it was refused. */
type Search = { address: string; isAgain: boolean; found?: FoundSite; errors?: FormErrors }

function sitePage(frame: Frame, site: SetupSite, { address, isAgain, found, errors }: Search): Html {
  const isMain = found === undefined
  const isOpen = isMain || found.problem !== undefined
  return stepPage(frame, {
    current: 'site',
    site,
    lead: `Pagebell looks for the sitemaps and feeds of ${site.project}: in its robots.txt, on its first page and in the
usual places.`,
    body: html`${found !== undefined && foundCard(site, found, isAgain)}
${addressCard(site, { address, errors, isOpen, isMain })}`,
  })
}

/** After a search that was asked for, it takes the focus. */
function foundCard(site: SetupSite, found: FoundSite, isAgain: boolean): Html {
  const { url, listings } = found
  const none = html`<p>No sitemap and no feed was found. If there is one, you can enter its address in the next step.
Without one, your CMS or a script reports changes.</p>`
  // The first page may have led to another one, such as that of the host with www.
  const next = setupPath(site.project, 'changes', url)
  const focus = isAgain && html` tabindex="-1" autofocus`
  return html`<section class="card" aria-labelledby="found"${focus}><h2 id="found">${readableUrl(url)}</h2>
${problemOf(site, found)}${siteFacts(found)}
${listings.length === 0 ? none : listingTable(listings)}
<p class="row"><a class="button main" href="${next}">Continue</a></p></section>`
}

/** Why the first page was not read. A site without HTTPS is offered at its other address. */
function problemOf({ project }: SetupSite, { url, problem }: FoundSite): Part {
  if (problem === undefined) return undefined
  const plain = url.replace(/^https:/, 'http:')
  const other = html` <a href="${setupPath(project, 'site', plain)}">Try ${readableUrl(plain)}</a>`
  return html`<p class="warning" role="status">
The first page could not be read: ${problem}${plain !== url && other}</p>`
}

type AddressCard = { address: string; errors: FormErrors | undefined; isOpen: boolean; isMain: boolean }

/** To look at another first page, or at the same one again. */
function addressCard({ project }: SetupSite, { address, errors, isOpen, isMain }: AddressCard): Html {
  const addressField = field({
    name: 'address',
    type: 'url',
    label: 'First page',
    value: address,
    errors,
    attributes: html`required maxlength="2048"`,
  })
  const button = isMain ? html`<button class="main">Look again</button>` : html`<button>Look again</button>`
  return html`<details class="card"${isOpen && html` open`}><summary>Look at another first page</summary>
<form method="get" action="/projects/${project}/setup/site" class="stack wide">${formProblem(errors)}
<input type="hidden" name="again" value="1">${addressField}${button}</form></details>`
}

const querystring = Type.Object({ ...setupFields, again: Type.Optional(Type.String({ maxLength: 1 })) })

const showSite: Route = (app, tools) => {
  const schema = { params: setupParams, querystring }
  app.get('/projects/:project/setup/site', { schema }, async (request, reply) => {
    const { address: sent, again } = request.query
    const asked = { name: request.params.project, address: sent }
    const { site, place } = await loadSetup(tools.clients, accountOf(request), asked)
    const address = sent?.trim() ?? site.firstPage
    const isAgain = again !== undefined
    const outcome = await submitForm(() => tools.findSite({ ...place, url: address }, { isFresh: isAgain }))
    if (!outcome.done) void reply.code(outcome.status)
    const search = outcome.done ? { found: outcome.value } : { errors: addressErrors(outcome.errors) }
    return sendPage(reply, sitePage(frameOf(request, reply, tools), site, { address, isAgain, ...search }))
  })
}

export default signedInRoutes(showSite)
