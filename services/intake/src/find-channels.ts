import { channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import type { HookOwner } from './find-owner.ts'

/** By which channels a project can be sent, and by which its URLs go that come without one. */
export type ProjectChannels = { ready: string[]; chosen: string[] }

export type ChannelFinder = {
  /** The channels of a request that names this one or none. Throws fault invalid on `channel`. */
  find(owner: HookOwner, named: string | undefined): Promise<string[]>
  /** A project's channels have changed. */
  forget(projectId: string): void
}

const rememberedAtMost = 50_000

/** Remembers what projects have chosen for a moment, so that a busy hook costs no look-up each time. */
export function channelFinder(ask: (owner: HookOwner) => Promise<ProjectChannels>, forMs: number): ChannelFinder {
  const remembered = new Map<string, { found: Promise<ProjectChannels>; until: number }>()

  function chosenOf(owner: HookOwner): Promise<ProjectChannels> {
    const known = remembered.get(owner.projectId)
    if (known !== undefined && known.until > performance.now()) return known.found
    const found = ask(owner)
    found.catch(() => remembered.delete(owner.projectId))
    if (remembered.size >= rememberedAtMost) remembered.delete(remembered.keys().next().value ?? '')
    remembered.set(owner.projectId, { found, until: performance.now() + forMs })
    return found
  }

  return {
    async find(owner, named) {
      if (named === undefined) return (await chosenOf(owner)).chosen
      if (named === 'indexnow') return [named]
      const { ready } = await ask(owner)
      if (!ready.includes(named)) throw notReady(named, ready)
      return [named]
    },
    forget: (projectId) => void remembered.delete(projectId),
  }
}

function notReady(named: string, ready: string[]) {
  const usable = channelIds.filter((id) => ready.includes(id)).join(', ')
  const text = `The project has no settings for ${named} yet: set them at PUT /api/v1/projects/{project}/channels/${named}. Until then use ${usable}.`
  return fault('invalid', `channel ${named} cannot be used.`, {
    code: 'channel_not_ready',
    errors: { channel: [text] },
  })
}
