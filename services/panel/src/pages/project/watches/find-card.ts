import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  FoundListing__Output as FoundListing,
  FoundSite__Output as FoundSite,
  Watch__Output as Watch,
} from '@pagebell/protos/pages/v1/watches'
import { errorsFor, type FormErrors } from '../../../forms/form-result.ts'
import { counted } from '../../../html/format.ts'
import type { Frame } from '../../../html/frame.ts'
import { field, formProblem, postForm } from '../../../parts/form.ts'
import { type Column, table } from '../../../parts/table.ts'
import { readableUrl, shownUrl } from '../../../parts/url.ts'

/** A search for what a site has: the address of the form, with what is there or its errors. */
export type SiteSearch = { address: string; found?: FoundSite; errors?: FormErrors }

/** The errors of a search beside the field of its form, which is named `address`. */
export function addressErrors(errors: FormErrors): FormErrors {
  const { url, ...fields } = errors.fields ?? {}
  return errorsFor({ ...errors, fields: { ...fields, ...(url !== undefined && { address: url }) } }, ['address'])
}

type FindCard = { project: string; firstPage: string; watches: Watch[]; search: SiteSearch | undefined }

/** Looks for the sitemaps and feeds of the site; each is watched in one click. */
export function findCard(frame: Frame, { project, firstPage, watches, search }: FindCard): Html {
  const address = field({
    name: 'address',
    type: 'url',
    label: 'First page',
    value: search?.address ?? firstPage,
    errors: search?.errors,
    attributes: html`required maxlength="2048"`,
  })
  const form = html`${formProblem(search?.errors)}<div class="inline wide">
<div class="field-group grow">${address}</div><button>Find them</button></div>`
  const found = search?.found
  return html`<section class="card" id="find" aria-labelledby="find-title">
<h2 id="find-title">Find the sitemaps and feeds of the site</h2>
<p class="hint">Looks at its robots.txt, its first page and the usual places, by ten requests at most.</p>
${postForm(frame, `/projects/${project}/watches/find`, form, 'stack wide')}
${found !== undefined && siteResult(frame, { project, watches, found })}</section>`
}

type SiteResult = { project: string; watches: Watch[]; found: FoundSite }

function siteResult(frame: Frame, { project, watches, found }: SiteResult): Html {
  const { url, problem, source_kind, listings } = found
  const source =
    source_kind !== undefined &&
    html` <a href="/projects/${project}/sources/new/${source_kind}">It can also report each change itself: add it as a
source</a>`
  const none = html`<p>No sitemap and no feed was found. If there is one, enter its address below.</p>`
  const action = watchAction(frame, { project, watches, path: `/projects/${project}/watches` })
  return html`<div role="status" tabindex="-1" autofocus class="stack wide"><h3>What ${readableUrl(url)} has</h3>
${problem !== undefined && html`<p class="warning">The first page could not be read: ${problem}</p>`}
${siteFacts(found, source)}
${listings.length === 0 ? none : listingTable(listings, action)}</div>`
}

/** What serves the site, and whether it has a robots.txt. */
export const siteFacts = ({ system, has_robots }: FoundSite, source?: Part): Html =>
  html`<dl class="facts"><dt>Made with</dt><dd>${system ?? 'no system that Pagebell knows'}${source}</dd>
<dt>robots.txt</dt><dd>${has_robots ? 'yes' : 'none'}</dd></dl>`

const kindNames = new Map([
  ['index', 'Index of sitemaps'],
  ['sitemap', 'Sitemap'],
  ['text', 'List of URLs'],
  ['rss', 'RSS feed'],
  ['atom', 'Atom feed'],
  ['json_feed', 'JSON feed'],
])
const places = new Map([
  ['robots', 'named in robots.txt'],
  ['first_page', 'linked from the first page'],
  ['usual_place', 'in a usual place'],
])

type WatchAction = {
  project: string
  watches: Watch[]
  /** Where the form is sent to, and what it contains besides the address of the file. */
  path: string
  fields?: Part
  /** The file that most sites choose. */
  best?: FoundListing | undefined
}

/** To watch a file, or the watch that it has. */
export function watchAction(
  frame: Frame,
  { project, watches, path, fields, best }: WatchAction,
): (listing: FoundListing) => Part {
  const watched = new Map(watches.map(({ id, settings }) => [settings?.url, id]))
  return (listing) => {
    const { url } = listing
    const id = watched.get(url)
    if (id !== undefined) return html`<a href="/projects/${project}/watches/${id}">Watched already</a>`
    const form = html`${fields}<input type="hidden" name="url" value="${url}">
<button class="${listing === best ? 'main' : 'small'}">Watch it<span class="unseen">: ${readableUrl(url)}</span>
</button>`
    return postForm(frame, path, form, '')
  }
}

/** Sitemaps and feeds that were found, each with an action if there is one. */
export function listingTable(listings: FoundListing[], action?: (listing: FoundListing) => Part): Html {
  const columns: Column<FoundListing>[] = [
    { name: 'File', kind: 'main', cell: ({ url }) => shownUrl(url) },
    {
      name: 'What it is',
      cell: ({ kind, found_in }) =>
        html`${kindNames.get(kind) ?? kind}<span class="two">${places.get(found_in) ?? found_in}</span>`,
    },
    { name: 'Size', cell: ({ kind, entries }) => counted(entries, kind === 'index' ? 'file' : 'page') },
    ...(action === undefined ? [] : [{ name: 'Watch', kind: 'end', cell: action } as const]),
  ]
  return table('Sitemaps and feeds of the site', columns, listings)
}
