import { Fault } from '@pagebell/faults/fault'
import { findFault } from '@pagebell/schema/find-fault'
import type { Channel, Owner } from './channel.ts'

/** Where the settings are kept, sealed: the project service. */
export type OpenSettings = (request: Owner & { channel: string }) => Promise<{ settings_json: string }>

export type Found =
  | { settings: unknown }
  /** The project is gone; or the project service is away; or what it keeps can never be used. */
  | { missing: 'project' | 'service' | 'settings'; reason: string }

export type FindSettings = (channel: Channel, owner: Owner) => Promise<Found>

/** Hosts remembered at most; the oldest go first. */
const MOST = 10_000

/** A channel's settings for a host, checked against its schema and remembered for a while. */
export function settingsFinder(open: OpenSettings, rememberMs: number): FindSettings {
  const known = new Map<string, { found: Found; until: number }>()

  return async (channel, owner) => {
    const name = `${channel.id} ${owner.account_id} ${owner.project_id} ${owner.host}`
    const remembered = known.get(name)
    if (remembered !== undefined && remembered.until > Date.now()) return remembered.found

    const found = await ask(channel, owner, open)
    known.delete(name)
    if ('settings' in found) known.set(name, { found, until: Date.now() + rememberMs })
    const [oldest] = known.keys()
    if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    return found
  }
}

async function ask(channel: Channel, { account_id, project_id, host }: Owner, open: OpenSettings): Promise<Found> {
  try {
    const { hostname } = new URL(`http://${host}`)
    const { settings_json } = await open({ account_id, project_id, channel: channel.id, host: hostname })
    const settings: unknown = JSON.parse(settings_json)
    if (findFault(channel.settings, settings) === undefined) return { settings }
    return { missing: 'settings', reason: `settings of ${channel.id} are not valid` }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.kind === 'not_found') return { missing: 'project', reason: 'project_deleted' }
    if (error.kind === 'invalid') return { missing: 'settings', reason: error.code ?? error.message }
    return { missing: 'service', reason: 'waiting for the project service' }
  }
}
