import { requireIds } from '@pagebell/faults/ids'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { invalid } from './report.ts'

/** A page that is to be rated, as reports store it. */
export type NewPage = {
  projectId: string
  project: string
  /** Normalised. */
  url: string
  /** Host and port of the URL. */
  host: string
}

/** Throws fault `invalid`, naming the field. */
export function readNewPage({
  project_id,
  project,
  url,
}: {
  project_id: string
  project: string
  url: string
}): NewPage {
  requireIds({ project_id })
  if (!/^[\x21-\x7e]{1,253}$/.test(project)) throw invalid('project', 'Use the name of a project: a host.')
  const normalised = normaliseUrl(url)
  if (!normalised.ok) throw invalid('url', `The URL is ${normalised.reason}.`)
  return {
    // As stored: the project's lock is by its text.
    projectId: project_id.toLowerCase(),
    project,
    url: normalised.url,
    host: new URL(normalised.url).host,
  }
}
