import { secretsIn } from '@pagebell/channel-settings/mask-secrets'
import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Transactions } from '@pagebell/postgres/database'
import { ChannelCare } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import type { ChannelTools } from '../channels/channel.ts'
import { boundedText } from '../channels/engine-response.ts'
import { type Channels, verifiedChannel } from '../channels/load-channels.ts'
import { redactSecrets } from '../engines/redact.ts'
import { checkGeneratedKey, checkKeyFile, type KeyFileTools } from '../key-files/check-key-files.ts'
import { type CheckedKeyFile, type KeyFile, listKeyFiles, putKeyFile } from '../key-files/key-files.sql.ts'
import { everywhere, listPauses, type PausedChannel, pauseChannel } from '../pauses/pauses.sql.ts'
import { resumeChannel } from '../pauses/resume-channels.ts'

type ChannelStatusTools = KeyFileTools &
  Pick<ChannelTools, 'fetch' | 'fetchPage' | 'cache'> & {
    /** Channel id → the operator's endpoint. */
    endpoints: ReadonlyMap<string, string>
  }

/** Pauses and key files of a project's channels, and what engines know of its URLs. */
export const channelStatusRpc = (tools: ChannelStatusTools) => {
  const { db, channels, endpoints, findSettings } = tools

  return implement(ChannelCare, {
    /** Another account's project is as empty as one that does not exist. */
    async getCare({ account_id, project_id }) {
      if (!isId(account_id) || !isId(project_id)) return { paused: [], key_files: [] }
      // Pauses for everybody belong to no account; the statement names the account itself.
      const paused = await listPauses(db.acrossAccounts(), account_id, project_id)
      const files = await listKeyFiles(db.forAccount(account_id), account_id, project_id)
      return { paused, key_files: files.map(toKeyFile) }
    },

    async pauseChannel({ paused, ...request }) {
      const place = readChannelPlace(channels, request)
      // Whether another pause covers what is released is known across accounts; the statements name the account.
      await setPaused(db.acrossAccounts(), place, paused)
      return { paused }
    },

    async pauseEverywhere({ channel, paused }) {
      const place = { accountId: everywhere, projectId: everywhere, channel: readChannelId(channels, channel) }
      await setPaused(db.acrossAccounts(), place, paused)
      return { paused }
    },

    /** The key of a host, and where its file has to be: for those who serve it. */
    async findKeyFile(request) {
      const site = readSite(request)
      const channel = verifiedChannel(channels)
      const found = await findSettings(channel, site)
      if ('missing' in found && found.missing === 'service') throw fault('unavailable', found.reason)
      if ('missing' in found && found.missing === 'settings') throw foreignHost()
      if ('missing' in found || channel.proof === undefined) throw noProject()
      return channel.proof(site, found.settings as never)
    },

    /** Checks the key file of a host now. */
    async checkKeyFile({ scheme, generated_key, ...request }) {
      const site = readSite(request)
      if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
        throw invalidField('scheme', 'must be one of: http, https')
      const { account_id, host } = site
      const chosen = scheme === undefined ? undefined : `${scheme}://${host}/`
      if (generated_key === true) {
        const file = { ...site, url: chosen ?? site.url }
        const checked = await checkGeneratedKey(tools, file)
        if ('problem' in checked) return toCheckedNow(file, checked.problem)
        throw checked.missing === 'service' ? fault('unavailable', checked.reason) : noProject()
      }
      const found = await findSettings(verifiedChannel(channels), site)
      if ('missing' in found && found.missing === 'service') throw fault('unavailable', found.reason)
      if ('missing' in found) throw noProject()
      const url = await putKeyFile(db.forAccount(account_id), site, chosen)
      return toCheckedNow({ host, url }, await checkKeyFile(tools, { ...site, url }))
    },

    /** Asks the engine what it knows of a URL, as the project. */
    async askEngine(request) {
      const place = readChannelPlace(channels, request)
      const [channel, endpoint] = [channels.get(place.channel), endpoints.get(place.channel)]
      if (channel?.ask === undefined || endpoint === undefined)
        throw fault('not_found', 'This engine does not say what it knows of a URL.')
      const host = readHost(request.url)
      const found = await findSettings(channel, { account_id: place.accountId, project_id: place.projectId, host })
      if ('missing' in found) {
        if (found.missing === 'service') throw fault('unavailable', found.reason)
        throw fault('not_found', 'The project has no settings for this channel.')
      }
      const { fetchPage, cache } = tools
      const fetch = redactSecrets(tools.fetch, secretsIn(channel.settings, found.settings as Record<string, unknown>))
      const { status, text } = await channel
        .ask(request.url, found.settings as never, { endpoint, fetch, fetchPage, cache, now: Date.now })
        .catch(() => {
          // Not the error itself: it may quote a URL with a key in it.
          throw fault('unavailable', 'The engine does not answer.')
        })
      return { status, text: boundedText(text) }
    },
  })
}

type SiteRequest = { account_id: string; project_id: string; host: string }

/** Throws fault not_found for ids and hosts that cannot exist. */
function readSite({ account_id, project_id, host }: SiteRequest): KeyFile {
  const url = URL.parse(`https://${host}/`)
  if (!isId(account_id) || !isId(project_id) || url === null || url.host !== host) throw noProject()
  return { account_id, project_id, host, url: url.href }
}

/**
 * Pauses or resumes a channel. A request under way to the engine is not cancelled; what comes due during the pause is
 * held, and is due at once when the channel is resumed.
 */
export const setPaused = (q: Transactions, channel: PausedChannel, isPaused: boolean): Promise<void> =>
  isPaused ? pauseChannel(q, channel) : resumeChannel(q, channel)

/** The project and channel that a request is about. Throws fault not_found for what cannot exist. */
function readChannelPlace(
  channels: Channels,
  { account_id, project_id, channel }: { account_id: string; project_id: string; channel: string },
) {
  if (!isId(account_id) || !isId(project_id)) throw noProject()
  return { accountId: account_id, projectId: project_id, channel: readChannelId(channels, channel) }
}

/** Throws fault not_found for a name that no channel has. */
function readChannelId(channels: Channels, channel: string): string {
  if (channels.has(channel)) return channel
  throw fault('not_found', 'There is no such channel.')
}

/** Throws fault invalid on `url` for what is no web page's URL. */
function readHost(url: string): string {
  const parsed = URL.parse(url)
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed.host
  const errors = { url: ['must be an absolute http or https URL'] }
  throw fault('invalid', 'The value of url is not allowed.', { errors })
}

function foreignHost() {
  const errors = { host: ['must be the host of the project, or one below it'] }
  return fault('invalid', 'The host does not belong to the project.', { errors })
}

const noProject = () => fault('not_found', 'There is no such project.')

const toKeyFile = ({ host, url, checked_at, problem }: CheckedKeyFile) => ({
  host,
  scheme: url.startsWith('http:') ? 'http' : 'https',
  ...(checked_at !== null && { checked_at }),
  ...(problem !== null && { problem }),
})

const toCheckedNow = ({ host, url }: { host: string; url: string }, problem: string | undefined) =>
  toKeyFile({ host, url, checked_at: new Date().toISOString(), problem: problem ?? null })
