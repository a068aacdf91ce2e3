import { channelIds } from '@pagebell/channel-settings/all-channels'
import type { ChannelList__Output as ChannelList } from '@pagebell/protos/project/v1/ChannelList'
import Type, { type Static } from 'typebox'
import { oneOf, timeOrNull } from './json-types.ts'

export const channelJson = Type.Object({
  channel: oneOf(channelIds),
  title: Type.String(),
  ready: Type.Boolean({ description: 'Whether URLs can be sent by it.' }),
  default: Type.Boolean({ description: 'Whether URLs that are submitted without a channel go by it.' }),
  settings: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Secrets as their last four characters.',
  }),
  updated_at: timeOrNull('When it was set; null if it never was.'),
})

export function toChannelsJson({ channels }: ChannelList): Static<typeof channelJson>[] {
  return channels.map(({ channel, title, ready, chosen, settings_json, updated_at }) => ({
    channel: channel as Static<typeof channelJson>['channel'],
    title,
    ready,
    default: chosen,
    settings: JSON.parse(settings_json) as Record<string, unknown>,
    updated_at: updated_at ?? null,
  }))
}

/** One of them, by its name. */
export function toChannelJson(list: ChannelList, channel: string): Static<typeof channelJson> {
  const found = toChannelsJson(list).find((one) => one.channel === channel)
  if (found === undefined) throw new Error(`The project service did not answer with the channel ${channel}.`)
  return found
}
