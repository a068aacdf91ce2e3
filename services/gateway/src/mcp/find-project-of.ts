import { Fault, fault } from '@pagebell/faults/fault'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { projectName } from '@pagebell/urls/project-name'
import type { Clients } from '../clients.ts'
import { findProject } from '../projects/project.ts'

/** Names of an account's projects that are tried: the host, and the domains above it. */
const maxNames = 4

/**
 * The account's project that a URL belongs to, and the URL as it is stored. Throws fault `invalid` on `field` for what is
 * no URL, and `not_found` if there is no such project.
 */
export async function findProjectOf(
  clients: Pick<Clients, 'projects'>,
  accountId: string,
  { url: sent, field }: { url: string; field: string },
): Promise<{ project: Project; url: string }> {
  const normalised = normaliseUrl(sent)
  if (!normalised.ok) throw invalidField(field, `cannot be used: ${normalised.reason}`)
  const { url, host } = normalised
  for (const name of namesOf(host)) {
    const project = await findProject(clients, accountId, name).catch(undefinedIfMissing)
    if (project !== undefined) return { project, url }
  }
  throw fault('not_found', `There is no project for the host ${host}.`, { code: 'no_project' })
}

function namesOf(host: string): string[] {
  const name = projectName(host)
  if (name === undefined) return []
  const labels = name.split('.')
  const isAddress = name.startsWith('[') || /^\d+$/.test(labels.at(-1) ?? '')
  if (isAddress) return [name]
  return labels
    .slice(0, Math.max(1, labels.length - 1))
    .map((_, start) => labels.slice(start).join('.'))
    .slice(0, maxNames)
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Fault && error.kind === 'not_found') return undefined
  throw error
}
