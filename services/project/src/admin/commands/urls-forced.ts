import { type Command, requiredOption } from '../command.ts'

export const urlsForced: Command = {
  name: 'urls forced',
  summary: 'Who sent URLs of a project past the window, when and why: the newest hundred.',
  options: {
    email: { placeholder: 'E', description: 'the account’s e-mail address', required: true },
    project: { placeholder: 'P', description: 'the account’s project', required: true },
  },
  async run(given, { accounts, projects, forcedBatches }) {
    const { account_id } = await accounts.getAccount({ email: requiredOption(given, 'email') })
    const { project_id } = await projects.getProject({ account_id, project: requiredOption(given, 'project') })
    const newest = { account_id, project_id, per_page: 100, cursor: undefined }
    const { batches } = await forcedBatches.listForcedBatches(newest)
    const lines = batches.map(({ forced_at, key_id, urls, batch_id, reason }) =>
      [forced_at, key_id === undefined ? 'operator' : `key ${key_id}`, `${urls} URLs`, batch_id, reason].join('  '),
    )
    return { json: { batches }, lines: lines.length === 0 ? ['Nothing was forced.'] : lines }
  },
}
