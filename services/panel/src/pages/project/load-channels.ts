import type { Care__Output as ChannelStatus } from '@pagebell/protos/notifier/v1/channel_care'
import type { ChannelSetup__Output as ChannelSetup } from '@pagebell/protos/project/v1/channel_settings'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import type { Clients } from '../../clients/clients.ts'
import { undefinedIfUnavailable } from '../../clients/fallbacks.ts'

/** The channels of a project with their status, which is undefined while the notifier is unavailable. */
export type ProjectChannels = { channels: ChannelSetup[]; status: ChannelStatus | undefined }

export async function loadChannels(
  { channelSettings, channelCare }: Pick<Clients, 'channelSettings' | 'channelCare'>,
  account_id: string,
  { project, project_id }: Pick<Project, 'project' | 'project_id'>,
): Promise<ProjectChannels> {
  const [{ channels }, status] = await Promise.all([
    channelSettings.listChannels({ account_id, project }),
    undefinedIfUnavailable(channelCare.getCare({ account_id, project_id })),
  ])
  return { channels, status }
}
