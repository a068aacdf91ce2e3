import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import type { Channel, SiteFetch } from './channel.ts'
import type { FindSettings } from './find-settings.ts'
import { claimKeyFiles, deleteKeyFiles, type KeyFile, recordKeyFile } from './queries/key-files.ts'

/** One site that hangs must not hold up many others. */
const atOnce = 10

export type KeyFileTools = {
  db: Database
  log: Log
  channel: Channel
  findSettings: FindSettings
  fetchSite: SiteFetch
}

/** Looks again and again whether the hosts that are submitted still serve their key files. */
export async function checkKeyFiles(tools: KeyFileTools, everyMs: number): Promise<void> {
  const { rows } = await tools.db.query<KeyFile>(claimKeyFiles(atOnce, everyMs))
  await Promise.all(rows.map((file) => checkKeyFile(tools, file)))
}

/** Looks at one now and writes down what was seen; a text says why engines will not believe the key. */
export async function checkKeyFile(tools: KeyFileTools, file: KeyFile): Promise<string | undefined> {
  const { db, log, channel, findSettings, fetchSite } = tools
  const found = await findSettings(channel, file)
  if ('missing' in found) {
    if (found.missing === 'project') await db.query(deleteKeyFiles(file.account_id, file.project_id))
    return found.reason
  }
  const problem = await channel
    .verify?.({ host: file.host, url: file.url }, found.settings as never, { fetch: fetchSite })
    .catch((error: Error) => `The key file cannot be reached: ${error.message}`)
  await db.query(recordKeyFile(file, problem))
  if (problem !== undefined) log.info({ host: file.host, problem }, 'the key file is not served')
  return problem
}
