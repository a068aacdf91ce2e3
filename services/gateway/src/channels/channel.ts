import { channelIds } from '@pagebell/channel-settings/all-channels'
import type {
  Care__Output as ChannelStatus,
  KeyFile__Output as KeyFile,
} from '@pagebell/protos/notifier/v1/channel_care'
import type { ChannelList__Output as ChannelList } from '@pagebell/protos/project/v1/channel_settings'
import { type Static, Type } from '@pagebell/schema/type'
import type { Clients } from '../clients.ts'
import { named, oneOf, orNull, textOrNull, timeOrNull } from '../http/schemas.ts'

export const keyFileJson = named(
  'KeyFile',
  Type.Object(
    {
      host: Type.String(),
      served: orNull<boolean>(Type.Boolean(), {
        description: 'Whether engines will believe the key; null before a look.',
      }),
      problem: textOrNull({ description: 'Why they will not.' }),
      checked_at: timeOrNull('When it was looked at last.'),
    },
    { description: 'Whether a host serves the IndexNow key file.' },
  ),
)

export const channelJson = named(
  'Channel',
  Type.Object(
    {
      channel: oneOf(channelIds),
      title: Type.String(),
      ready: Type.Boolean({ description: 'Whether URLs can be sent by it.' }),
      default: Type.Boolean({ description: 'Whether URLs that are submitted without a channel go by it.' }),
      paused: Type.Boolean({ description: 'Whether what comes due is held for now.' }),
      settings: Type.Record(Type.String(), Type.Unknown(), {
        description: 'Secrets as their last four characters.',
      }),
      updated_at: timeOrNull('When it was set; null if it never was.'),
      key_files: Type.Optional(
        Type.Array(keyFileJson, { description: 'Of indexnow: the key files of the hosts that were submitted.' }),
      ),
    },
    { description: 'A channel of a project: how URLs reach one engine.' },
  ),
)

type ChannelJson = Static<typeof channelJson>
type ProjectIds = { account_id: string; project: string; project_id: string }

/** The channels of a project: their settings, of the project service, and their status, of the notifier. */
export async function readChannels(clients: Clients, ids: ProjectIds): Promise<ChannelJson[]> {
  const { account_id, project, project_id } = ids
  const [list, status] = await Promise.all([
    clients.channelSettings.listChannels({ account_id, project }),
    clients.channelCare.getCare({ account_id, project_id }),
  ])
  return toChannelsJson(list, status)
}

/** One of them. */
export async function readChannel(clients: Clients, ids: ProjectIds, channel: string): Promise<ChannelJson> {
  const found = (await readChannels(clients, ids)).find((one) => one.channel === channel)
  if (found === undefined) throw new Error(`The project service did not answer with the channel ${channel}.`)
  return found
}

function toChannelsJson({ channels }: ChannelList, { paused, key_files }: ChannelStatus): ChannelJson[] {
  return channels.map(({ channel, title, ready, chosen, settings_json, updated_at }) => ({
    channel: channel as ChannelJson['channel'],
    title,
    ready,
    default: chosen,
    paused: paused.includes(channel),
    settings: JSON.parse(settings_json) as Record<string, unknown>,
    updated_at: updated_at ?? null,
    ...(channel === 'indexnow' && { key_files: key_files.map(toKeyFileJson) }),
  }))
}

export function toKeyFileJson({ host, checked_at, problem }: KeyFile): Static<typeof keyFileJson> {
  const served = checked_at === undefined ? null : problem === undefined
  return { host, served, problem: problem ?? null, checked_at: checked_at ?? null }
}
