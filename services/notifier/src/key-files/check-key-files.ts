import type { Database, Transactions } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import type { Channel, SiteFetch } from '../channels/channel.ts'
import type { FindSettings, FoundSettings } from '../channels/find-settings.ts'
import { type Channels, verifiedChannel } from '../channels/load-channels.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import {
  claimKeyChecks,
  claimKeyFiles,
  deleteKeyCheck,
  deleteKeyFiles,
  type KeyCheck,
  type KeyFile,
  lockKeyCheck,
  recordKeyFile,
  releaseHeld,
} from './key-files.sql.ts'

/** Hosts checked at once: one site that hangs must not delay many others. */
const batchSize = 10

/** Few enough deliveries for one statement. */
const rowsPerRelease = 5_000

export type KeyFileTools = {
  db: Database
  log: Log
  policy: RetryPolicy
  channels: Channels
  findSettings: FindSettings
  fetchSite: SiteFetch
}

/** Checks the key files of submitted hosts that are due for it. */
export async function checkKeyFiles(tools: KeyFileTools): Promise<void> {
  const files = await claimKeyFiles(tools.db.acrossAccounts(), batchSize, tools.policy.keyFile)
  await Promise.all(files.map((file) => checkKeyFile(tools, file)))
}

/** Checks a key file now and records the result; returns why engines will not accept the key, if they will not. */
export async function checkKeyFile(tools: KeyFileTools, file: KeyFile): Promise<string | undefined> {
  const { log } = tools
  const q = tools.db.acrossAccounts()
  const channel = verifiedChannel(tools.channels)
  const found = await tools.findSettings(channel, file)
  if ('missing' in found) {
    if (found.missing === 'project') await deleteKeyFiles(q, file.account_id, file.project_id)
    return found.reason
  }
  const problem = await verify(tools, channel, file, found.settings)
  await recordKeyFile(q, file, problem)
  if (problem !== undefined) log.info({ host: file.host, problem }, 'the key file is not served')
  return problem
}

/**
 * Whether a host serves the file of the key that Pagebell has generated for it, at its root: what only who may write there
 * can do. Key and address of the settings are chosen by who claims the site, and could name any text file on it. Returns
 * what is missing, or the problem of the file.
 */
export async function checkGeneratedKey(
  tools: KeyFileTools,
  { account_id, project_id, host, url }: KeyFile,
): Promise<Extract<FoundSettings, { missing: string }> | { problem: string | undefined }> {
  const channel = verifiedChannel(tools.channels)
  const found = await tools.findSettings(channel, { account_id, project_id, host, generated_key: true })
  return 'missing' in found ? found : { problem: await verify(tools, channel, { host, url }, found.settings) }
}

/**
 * Checks the key files of hosts whose deliveries are held, and makes their deliveries due where the file is right now.
 */
export async function checkHeldKeys(tools: KeyFileTools, signal: AbortSignal): Promise<void> {
  const { log, policy, channels } = tools
  const q = tools.db.acrossAccounts()
  const checks = await claimKeyChecks(q, batchSize, policy.keyCheck, policy.maxKeyCheck)
  await Promise.all(
    checks.map(async (check) => {
      const problem = await findHeldProblem(tools, channels.get(check.channel), check)
      if (problem !== undefined) log.info({ host: check.host, fault: problem }, 'the key is still not verified')
      else await releaseAll(q, check, { limit: rowsPerRelease, delayMs: policy.keyCheck }, signal)
    }),
  )
}

/**
 * The key file is right, or nothing is held any more: makes what was held due, `limit` deliveries in a transaction, and
 * ends the check with the last of them. What an interruption leaves held keeps its check, which is made again after
 * `delayMs`.
 */
export async function releaseAll(
  q: Transactions,
  check: KeyCheck,
  { limit, delayMs }: { limit: number; delayMs: number },
  signal: AbortSignal,
): Promise<void> {
  let hasMore = true
  while (hasMore && !signal.aborted) {
    hasMore = await q.transaction(async (transaction) => {
      if (!(await lockKeyCheck(transaction, check, delayMs))) return false
      const isFull = (await releaseHeld(transaction, check, limit)) === limit
      if (!isFull) await deleteKeyCheck(transaction, check)
      return isFull
    })
  }
}

async function findHeldProblem(
  tools: KeyFileTools,
  channel: Channel | undefined,
  { url, ...owner }: KeyCheck,
): Promise<string | undefined> {
  if (channel?.verify === undefined || url === null) return undefined
  const found = await tools.findSettings(channel, owner)
  // Deliveries whose settings or project are missing are released: the dispatcher ends them with that reason.
  if ('missing' in found) return found.missing === 'service' ? found.reason : undefined
  return verify(tools, channel, { host: owner.host, url }, found.settings)
}

function verify(
  { fetchSite }: KeyFileTools,
  channel: Channel,
  { host, url }: { host: string; url: string },
  settings: unknown,
): Promise<string | undefined> | undefined {
  return channel.verify?.({ host, url }, settings as never, { fetch: fetchSite }).catch((error: Error) => {
    const { location = 'The key file' } = channel.proof?.({ host, url }, settings as never) ?? {}
    return `${location} cannot be reached: ${error.message}`
  })
}
