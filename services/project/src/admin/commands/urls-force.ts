import { type Command, requiredOption } from '../command.ts'

export const urlsForce: Command = {
  name: 'urls force',
  summary:
    'Sends URLs although they were sent a moment ago. Charged as usual, and written down as the operator’s doing.',
  options: {
    email: { placeholder: 'E', description: 'the account’s e-mail address', required: true },
    project: { placeholder: 'P', description: 'the account’s project', required: true },
    urls: { placeholder: '"U U"', description: 'one URL or several, with spaces between them', required: true },
    reason: { placeholder: 'R', description: 'why; the account reads it', required: true },
    channel: { placeholder: 'C', description: 'indexnow, google or bing; the project’s choice if left out' },
    action: { placeholder: 'A', description: 'update or delete; update if left out' },
  },
  async run(given, { accounts, projects, forcedBatches }) {
    const { account_id } = await accounts.getAccount({ email: requiredOption(given, 'email') })
    const { project_id } = await projects.getProject({ account_id, project: requiredOption(given, 'project') })
    const urls = requiredOption(given, 'urls').trim().split(/\s+/)
    const reason = requiredOption(given, 'reason')
    const { channel, action = 'update' } = given
    const forced = await forcedBatches.forceUrls({
      account_id,
      project_id,
      urls,
      reason,
      channel,
      action,
      key_id: undefined,
      idempotency: undefined,
    })
    const lines = [
      `Batch ${forced.batch_id}: ${forced.accepted} sent.`,
      ...forced.results.flatMap(({ url, verdict, reason: why }) =>
        why === undefined ? [] : [`${verdict}: ${url} (${why})`],
      ),
    ]
    return { json: forced, lines }
  },
}
