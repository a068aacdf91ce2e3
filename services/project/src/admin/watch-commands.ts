import type { Watch__Output as Watch } from '@pagebell/protos/pages/v1/watches'
import { followCursor } from '@pagebell/rpc/follow-cursor'
import type { Command, Given } from './command.ts'
import { accountEmail, accountProject, findAccountId, findProjectIds } from './named-account.ts'
import type { System } from './system.ts'

type NamedProject = { project_id: string; project: string }

export const watchesList: Command = {
  name: 'watches list',
  summary: 'Shows the watches of a project, or of all projects of an account, with their last and next scan.',
  options: {
    email: accountEmail,
    project: { placeholder: 'P', description: 'one project; all of the account if left out' },
  },
  async run(given, system) {
    const account_id = await findAccountId(given, system)
    const watches = []
    for await (const { project_id, project } of chosenProjects(given, system, account_id)) {
      const found = await system.watches.listWatches({ account_id, project_id })
      watches.push(...found.watches.map((watch) => ({ project, ...watch })))
    }
    const lines = watches.map(({ project, ...watch }) => [project, ...describe(watch)].join('  '))
    return { json: { watches }, lines: lines.length === 0 ? ['No watches.'] : lines }
  },
}

export const watchesScan: Command = {
  name: 'watches scan',
  summary: 'Scans the watches of a project now. One that is being scanned is scanned again.',
  options: {
    email: accountEmail,
    project: accountProject,
    watch: { placeholder: 'W', description: 'one watch; all of the project if left out' },
  },
  async run(given, system) {
    const key = await findProjectIds(given, system)
    const { watch } = given
    const ids = watch === undefined ? await listIds(system, key) : [watch]
    for (const id of ids) await system.watches.scanWatch({ ...key, id, believe: false })
    const lines = ids.map((id) => `${id} is due for a scan.`)
    return { json: { due: ids }, lines: lines.length === 0 ? ['The project has no watches.'] : lines }
  },
}

async function* chosenProjects(given: Given, { projects }: System, account_id: string): AsyncGenerator<NamedProject> {
  const { project } = given
  if (project !== undefined) return yield await projects.getProject({ account_id, project })
  const all = { account_id, sort_by: 'created_at', sort: 'asc', per_page: 100 }
  for await (const page of followCursor((cursor) => projects.listProjects({ ...all, cursor }))) yield* page.projects
}

async function listIds({ watches }: System, key: { account_id: string; project_id: string }): Promise<string[]> {
  const listed = await watches.listWatches(key)
  return listed.watches.map(({ id }) => id)
}

/** A watch in one line. URLs are percent-encoded: a terminal gets no control characters. */
function describe({ id, settings, pages, waiting, held, last_scan, next_scan_at }: Watch): string[] {
  const { began_at, outcome, added, changed, missing, problems } = last_scan ?? {}
  const last =
    last_scan === undefined
      ? 'not scanned yet'
      : `scanned ${began_at}: ${outcome}, ${added} new, ${changed} changed, ${missing} missing`
  const codes = (problems ?? []).map(({ code }) => code).join(', ')
  return [
    id,
    settings?.url ?? '',
    `${pages} pages, ${waiting} waiting, ${held} held`,
    codes === '' ? last : `${last} (${codes})`,
    next_scan_at === undefined ? 'being scanned' : `next ${next_scan_at}`,
  ]
}
