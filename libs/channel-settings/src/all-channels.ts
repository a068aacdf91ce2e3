import { Type } from '@pagebell/schema/type'
import type { ChannelDescription } from './channel-description.ts'
import { channelList } from './channel-list.ts'

/** Every channel, in the order in which they are shown. A test checks that the notifier serves each. */
const channels = channelList.toSorted((one, other) => one.position - other.position)

type Listed = (typeof channels)[number]
export type ChannelId = Listed['id']
export type EndpointVariable = Listed['endpoint']['variable']

export const channelIds: readonly ChannelId[] = channels.map(({ id }) => id)

type Description = ChannelDescription<EndpointVariable>

const byId = channels.map((channel): [string, Description] => [channel.id, channel])
export const allChannels = Object.fromEntries(byId) as Record<ChannelId, Description>

/** Undefined for a name that no channel has. */
export function channelNamed(name: string): ChannelDescription | undefined {
  return Object.hasOwn(allChannels, name) ? allChannels[name as ChannelId] : undefined
}

/** The environment variables that hold the operator's endpoints, as properties of a configuration's schema. */
export const endpointVariables = Object.fromEntries(
  channels.map(({ endpoint: { variable, ...options } }) => [variable, Type.String(options)]),
) as Record<EndpointVariable, ReturnType<typeof Type.String>>

/** The endpoint variables of all channels, set to a server that plays every engine, at the paths of the real ones. */
export function endpointsAt(origin: string): Record<EndpointVariable, string> {
  const values = channels.map(({ endpoint }): [string, string] => {
    const { pathname } = new URL(endpoint.default)
    return [endpoint.variable, pathname === '/' ? origin : origin + pathname]
  })
  return Object.fromEntries(values) as Record<EndpointVariable, string>
}
