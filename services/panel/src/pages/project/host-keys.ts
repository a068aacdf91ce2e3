import type { Care__Output as ChannelStatus } from '@pagebell/protos/notifier/v1/channel_care'
import type { ChannelSetup__Output as ChannelSetup } from '@pagebell/protos/project/v1/channel_settings'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import type { Clients } from '../../clients/clients.ts'

/** The IndexNow key of one host, and the address of its key file. */
export type HostKey = { host: string; key: string; address: string }

/** Each host costs a request to the project service. */
const maxHosts = 20

type KeyOwner = {
  project: Project
  channels: ChannelSetup[]
  status: ChannelStatus | undefined
  account_id: string
}

/**
 * The hosts in use with their keys: those whose URLs were submitted, before that the project's own host and its `www.`.
 * A key from the channel's settings is valid for all hosts; otherwise each subdomain has a separate key.
 */
export async function loadHostKeys(
  { channelKeys }: Pick<Clients, 'channelKeys'>,
  { project, channels, status, account_id }: KeyOwner,
): Promise<HostKey[]> {
  const { project: name, project_id, indexnow_key } = project
  const used = (status?.key_files ?? []).map(({ host }) => host).slice(0, maxHosts)
  const hosts = used.length > 0 ? used : isSubdomain(name) ? [name] : [name, `www.${name}`]
  const setup = channels.find(({ channel }) => channel === 'indexnow')
  const set = (setup === undefined ? {} : JSON.parse(setup.settings_json)) as { key?: string; key_location?: string }
  const keyOf = async (host: string): Promise<{ key: string; key_location?: string | undefined }> => {
    if (set.key !== undefined && set.key !== indexnow_key) return { key: set.key, key_location: set.key_location }
    const bare = withoutPort(host)
    if (bare === name || bare === `www.${name}`) return { key: indexnow_key, key_location: set.key_location }
    return channelKeys.getIndexNowKey({ account_id, project_id, host: bare })
  }
  return Promise.all(
    hosts.map(async (host) => {
      const { key, key_location } = await keyOf(host)
      return { host, key, address: key_location ?? `https://${host}/${key}.txt` }
    }),
  )
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

/** Whether it is unlikely to have a `www.`: an IP address, or a host with three labels or more. */
const isSubdomain = (name: string): boolean => /^[\d.]+$|^\[/.test(name) || name.split('.').length > 2
