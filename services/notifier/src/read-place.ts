import { fault } from '@pagebell/faults/fault'
import type { Channels } from './load-channels.ts'
import { isUuid } from './read-request.ts'

/** Whose channel a request is about. Throws fault not_found for what cannot be one. */
export function readPlace(
  channels: Channels,
  { account_id, project_id, channel }: { account_id: string; project_id: string; channel: string },
) {
  if (!isUuid(account_id) || !isUuid(project_id)) throw fault('not_found', 'There is no such project.')
  return { accountId: account_id, projectId: project_id, channel: readChannel(channels, channel) }
}

/** Throws fault not_found for a name that no channel has. */
export function readChannel(channels: Channels, channel: string): string {
  if (channels.has(channel)) return channel
  throw fault('not_found', 'There is no such channel.')
}
