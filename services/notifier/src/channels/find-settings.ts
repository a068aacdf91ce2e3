import { Fault } from '@pagebell/faults/fault'
import { findFault } from '@pagebell/schema/find-fault'
import { LRUCache } from 'lru-cache'
import type { Channel, Owner } from './channel.ts'

/** Opens settings at the project service, which keeps them sealed. */
export type OpenSettings = (request: Owner & { channel: string }) => Promise<{ settings_json: string }>

export type FoundSettings =
  | { settings: unknown }
  /** The project is deleted; or the project service is away; or the settings are missing or invalid. */
  | { missing: 'project' | 'service' | 'settings'; reason: string }

export type FindSettings = (channel: Channel, owner: Owner) => Promise<FoundSettings>

const maxEntries = 10_000

/** Finds a channel's settings for a host, checked against its schema and cached for `ttlMs`. */
export function createSettingsFinder(open: OpenSettings, ttlMs: number): FindSettings {
  const cache = new LRUCache<string, FoundSettings>({ max: maxEntries, ttl: ttlMs })

  return async (channel, owner) => {
    const key = `${channel.id} ${owner.account_id} ${owner.project_id} ${owner.host} ${owner.generated_key === true}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const found = await openSettings(channel, owner, open)
    if ('settings' in found) cache.set(key, found)
    return found
  }
}

async function openSettings(
  channel: Channel,
  { account_id, project_id, host, generated_key = false }: Owner,
  open: OpenSettings,
): Promise<FoundSettings> {
  try {
    const { hostname } = new URL(`http://${host}`)
    const request = { account_id, project_id, channel: channel.id, host: hostname, generated_key }
    const { settings_json } = await open(request)
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
