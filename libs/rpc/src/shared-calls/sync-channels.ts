import { Fault } from '@pagebell/faults/fault'
import type { ChannelList__Output as ChannelList } from '@pagebell/protos/project/v1/channel_settings'
import type { RpcClient } from '../connect-rpc.ts'
import type { Quotas } from '../contracts.ts'

/**
 * Sends a change of a project's channels to intake, so that it counts from the next webhook request on. The message
 * channels.changed does so too, a moment later: if intake is unavailable, nothing is lost.
 */
export async function syncChannels(
  quotas: Pick<RpcClient<typeof Quotas>, 'setChannels'>,
  account_id: string,
  { project_id, channels, version }: ChannelList,
): Promise<void> {
  const ready = channels.flatMap((one) => (one.ready ? [one.channel] : []))
  const chosen = channels.flatMap((one) => (one.chosen ? [one.channel] : []))
  try {
    await quotas.setChannels({ account_id, project_id, ready, chosen, version })
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'unavailable') throw error
  }
}
