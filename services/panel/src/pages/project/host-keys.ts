import { isOwnHost, ownerKeyFor } from '@pagebell/channel-settings/indexnow-host'
import type { Care__Output as ChannelStatus } from '@pagebell/protos/notifier/v1/channel_care'
import type { ChannelSetup__Output as ChannelSetup } from '@pagebell/protos/project/v1/channel_settings'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import type { Clients } from '../../clients/clients.ts'

/** A host with its port, and by which of http and https it is reached. */
export type SiteHost = { host: string; scheme: string }

/** Of the first page of a site. */
export function siteHostOf(firstPage: string): SiteHost {
  const { host, protocol } = new URL(firstPage)
  return { host, scheme: protocol.replace(':', '') }
}

/** The IndexNow key of one host, and the address of its key file. */
export type HostKey = { host: string; key: string; address: string }

/** Each host costs a request to the project service. */
const maxHosts = 20

type KeyOwner = { project: Project; channels: ChannelSetup[]; account_id: string }

/** The key of a host, as the notifier is given it: the owner's where that is valid, else the host's. */
export async function loadHostKey(
  { channelKeys }: Pick<Clients, 'channelKeys'>,
  { project: { project, project_id, indexnow_key }, channels, account_id }: KeyOwner,
  { host, scheme }: SiteHost,
): Promise<HostKey> {
  const setup = channels.find(({ channel }) => channel === 'indexnow')
  const shown = (setup === undefined ? {} : JSON.parse(setup.settings_json)) as { key?: string; key_location?: string }
  // Settings without a key are shown with the project's.
  const set = { ...shown, key: shown.key === indexnow_key ? undefined : shown.key }
  const bare = withoutPort(host)
  const keyOfHost = async (): Promise<string> =>
    isOwnHost(bare, project)
      ? indexnow_key
      : (await channelKeys.getIndexNowKey({ account_id, project_id, host: bare })).key
  const valid = ownerKeyFor(bare, project, set)
  const key = valid.key ?? (await keyOfHost())
  return { host, key, address: valid.key_location ?? `${scheme}://${host}/${key}.txt` }
}

/**
 * The hosts in use with their keys: those whose URLs were submitted, before that the project's own host and its `www.`.
 */
export const loadHostKeys = (
  clients: Pick<Clients, 'channelKeys'>,
  { status, ...owner }: KeyOwner & { status: ChannelStatus | undefined },
): Promise<HostKey[]> =>
  Promise.all(hostsInUse(owner.project.project, status).map((host) => loadHostKey(clients, owner, host)))

function hostsInUse(project: string, status: ChannelStatus | undefined): SiteHost[] {
  const used = (status?.key_files ?? []).slice(0, maxHosts)
  // A notifier of the version before says nothing of schemes.
  if (used.length > 0) return used.map(({ host, scheme }) => ({ host, scheme: scheme || 'https' }))
  return (isSubdomain(project) ? [project] : [project, `www.${project}`]).map((host) => ({ host, scheme: 'https' }))
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

/** Whether it is unlikely to have a `www.`: an IP address, or a host with three labels or more. */
const isSubdomain = (name: string): boolean => /^[\d.]+$|^\[/.test(name) || name.split('.').length > 2
