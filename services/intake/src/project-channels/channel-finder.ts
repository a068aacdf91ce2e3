import { channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import { LRUCache } from 'lru-cache'
import type { TokenOwner } from '../hooks/hook.ts'
import { findProjectChannels, type ProjectChannels } from './project-channels.sql.ts'

export type ChannelFinder = {
  /** What holds for a request that names this channel or none. Throws fault `invalid` on `channel`. */
  find(owner: TokenOwner, named: string | undefined): Promise<RequestChannels>
  /** A project's channels, or whether its pages are checked, have changed. */
  forget(projectId: string): void
}

export type RequestChannels = {
  channels: string[]
  /** Whether pages of a request that does not say are checked before they are announced. */
  preflight: boolean
}

export const notReadyCode = 'channel_not_ready'

const maxEntries = 50_000

/** Within this time a copy that did not see a change uses the former default channels. */
const ttlMs = 1_000

/** Caches the default channels of projects, so that a busy token costs no look-up for each request. */
export function createChannelFinder(db: Database): ChannelFinder {
  const cache = new LRUCache<string, Promise<ProjectChannels>>({ max: maxEntries, ttl: ttlMs })
  const find = (owner: TokenOwner) => findProjectChannels(db.forAccount(owner.accountId), owner)

  function defaultChannels(owner: TokenOwner): Promise<ProjectChannels> {
    const cached = cache.get(owner.projectId)
    if (cached !== undefined) return cached
    const found = find(owner)
    found.catch(() => cache.delete(owner.projectId))
    cache.set(owner.projectId, found)
    return found
  }

  return {
    async find(owner, named) {
      const isAlwaysReady = named === undefined || named === 'indexnow'
      const { chosen, ready, preflight } = await (isAlwaysReady ? defaultChannels(owner) : find(owner))
      if (!isAlwaysReady && !ready.includes(named)) throw notReady(owner.project, named, ready)
      return { channels: named === undefined ? chosen : [named], preflight }
    },
    forget: (projectId) => void cache.delete(projectId),
  }
}

function notReady(project: string, named: string, ready: string[]) {
  const usable = channelIds.filter((id) => ready.includes(id)).join(', ')
  const text = `The project has no settings for ${named} yet: set them at PUT /api/v1/projects/${project}/channels/${named}. Until then use ${usable}.`
  return fault('invalid', `channel ${named} cannot be used.`, {
    code: notReadyCode,
    errors: { channel: [text] },
  })
}
