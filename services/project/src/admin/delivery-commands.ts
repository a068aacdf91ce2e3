import { followCursor } from '@pagebell/rpc/follow-cursor'
import { type Command, requiredOption } from './command.ts'
import { accountEmail, accountProject, findAccountId, findProjectIds } from './named-account.ts'
import { UsageError } from './usage-error.ts'

export const deliveriesRequeue: Command = {
  name: 'deliveries requeue',
  summary: 'Makes rejected and held deliveries due again: of a batch, a single one, or all since a time.',
  options: {
    email: accountEmail,
    batch: { placeholder: 'B', description: 'batch_id' },
    id: { placeholder: 'D', description: 'a delivery’s id' },
    'rejected-since': { placeholder: 'TIME', description: 'RFC 3339' },
  },
  async run(given, system) {
    const { batch: batch_id, id: delivery_id, 'rejected-since': rejected_since } = given
    if ([batch_id, delivery_id, rejected_since].filter((which) => which !== undefined).length !== 1) {
      throw new UsageError('Say which: one of --batch, --id and --rejected-since.')
    }
    const account_id = await findAccountId(given, system)
    const request = { account_id, batch_id, delivery_id, rejected_since }
    let count = 0
    for await (const reply of followCursor((cursor) => system.deliveries.requeueDeliveries({ ...request, cursor })))
      count += reply.count
    return { json: { count }, lines: [`${count} deliveries are due again.`] }
  },
}

export const urlsForce: Command = {
  name: 'urls force',
  summary: 'Sends URLs although they were sent recently. Charged as usual, and recorded as sent by the operator.',
  options: {
    email: accountEmail,
    project: accountProject,
    urls: { placeholder: '"U U"', description: 'one URL or several, with spaces between them', required: true },
    reason: { placeholder: 'R', description: 'why; the account reads it', required: true },
    channel: { placeholder: 'C', description: 'indexnow, google or bing; the project’s choice if left out' },
    action: { placeholder: 'A', description: 'update or delete; update if left out' },
  },
  async run(given, system) {
    const { account_id, project_id } = await findProjectIds(given, system)
    const urls = requiredOption(given, 'urls').trim().split(/\s+/)
    const reason = requiredOption(given, 'reason')
    const { channel, action = 'update' } = given
    const forced = await system.forcedBatches.forceUrls({
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

export const urlsForced: Command = {
  name: 'urls forced',
  summary: 'Who sent URLs of a project past the window, when and why: the newest hundred.',
  options: {
    email: accountEmail,
    project: accountProject,
  },
  async run(given, system) {
    const { account_id, project_id } = await findProjectIds(given, system)
    const page = { account_id, project_id, per_page: 100, cursor: undefined }
    const { batches } = await system.forcedBatches.listForcedBatches(page)
    const lines = batches.map(({ forced_at, key_id, urls, batch_id, reason }) =>
      [forced_at, key_id === undefined ? 'operator' : `key ${key_id}`, `${urls} URLs`, batch_id, reason].join('  '),
    )
    return { json: { batches }, lines: lines.length === 0 ? ['Nothing was forced.'] : lines }
  },
}
