import { Fault } from '@pagebell/faults/fault'
import type { ChannelList__Output as ChannelList } from '@pagebell/protos/project/v1/ChannelList'
import type { Peers } from './peers.ts'

/**
 * Makes a change of channels count for the next webhook. The message channels.changed brings it to intake in any case, so
 * that an intake that is away holds up nobody.
 */
export async function tellChannels({ quotas }: Peers, account_id: string, list: ChannelList): Promise<void> {
  const { project_id, channels, version } = list
  const ready = channels.flatMap((one) => (one.ready ? [one.channel] : []))
  const chosen = channels.flatMap((one) => (one.chosen ? [one.channel] : []))
  try {
    await quotas.setChannels({ account_id, project_id, ready, chosen, version })
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'unavailable') throw error
  }
}
