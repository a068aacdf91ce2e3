import { secretsIn } from '@pagebell/channel-settings/mask-settings'
import { fault } from '@pagebell/faults/fault'
import type { ChannelCare } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { boundedWords } from '../bounded-words.ts'
import type { ChannelTools } from '../channel.ts'
import type { FindSettings } from '../find-settings.ts'
import type { Channels } from '../load-channels.ts'
import { readPlace } from '../read-place.ts'
import { scrubbing } from '../scrub.ts'

type Tools = Omit<ChannelTools, 'endpoint' | 'now'> & {
  channels: Channels
  endpoints: Record<string, string>
  findSettings: FindSettings
}

export function askEngine(tools: Tools): Handler<typeof ChannelCare, 'askEngine'> {
  return async (request) => {
    const { channels, endpoints, findSettings } = tools
    const place = readPlace(channels, request)
    const [channel, endpoint] = [channels.get(place.channel), endpoints[place.channel]]
    if (channel?.ask === undefined || endpoint === undefined)
      throw fault('not_found', 'This engine does not say what it knows of a URL.')
    const host = hostOf(request.url)
    const found = await findSettings(channel, { account_id: place.accountId, project_id: place.projectId, host })
    if ('missing' in found) {
      if (found.missing === 'service') throw fault('unavailable', found.reason)
      throw fault('not_found', 'The project has no settings for this channel.')
    }
    const fetch = scrubbing(tools.fetch, secretsIn(channel.settings, found.settings as Record<string, unknown>))
    const { status, text } = await channel
      .ask(request.url, found.settings as never, { ...tools, endpoint, fetch, now: Date.now })
      .catch(() => {
        // Not the error: it may quote an address with a key in it.
        throw fault('unavailable', 'The engine does not answer.')
      })
    return { status, text: boundedWords(text) }
  }
}

/** Throws fault invalid on `url` for what names no web page. */
function hostOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed.host
  const errors = { url: ['must be an absolute http or https URL'] }
  throw fault('invalid', 'The value of url is not allowed.', { errors })
}
