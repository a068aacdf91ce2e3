import { mkdir, open, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from './exit.ts'

/** What `pagebell login` stores. Variables of the environment come first. */
export type ClientSettings = { url?: string; api_key?: string; webhook_token?: string }

export type Environment = Record<string, string | undefined>

const variables = { url: 'PAGEBELL_URL', api_key: 'PAGEBELL_API_KEY', webhook_token: 'PAGEBELL_WEBHOOK_TOKEN' } as const

export function settingsPath(env: Environment): string {
  const folder = env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? homedir(), '.config')
  return join(folder, 'pagebell', 'config.json')
}

export async function readSettings(env: Environment): Promise<ClientSettings> {
  const stored = await readStored(env)
  const given = Object.entries(variables).flatMap(([name, variable]) => (env[variable] ? [[name, env[variable]]] : []))
  return { ...stored, ...Object.fromEntries(given) }
}

/** Only its owner may read the file, since a key is in it. */
export async function storeSettings(env: Environment, settings: ClientSettings): Promise<string> {
  const path = settingsPath(env)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  try {
    // A file that exists has kept its mode.
    await file.chmod(0o600)
    await file.writeFile(`${JSON.stringify(settings, null, 2)}\n`)
  } finally {
    await file.close()
  }
  return path
}

/** Names what is missing and the ways to give it. Values are never options: other users of a machine see those. */
export function need(settings: ClientSettings, name: keyof ClientSettings): string {
  const value = settings[name]
  if (value === undefined) throw new UsageError(`${variables[name]} is not set. Set it, or run "pagebell login".`)
  return value
}

/** Without the variables of the environment. */
export async function readStored(env: Environment): Promise<ClientSettings> {
  const path = settingsPath(env)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return JSON.parse(text) as ClientSettings
  } catch (error) {
    throw new UsageError(`${path} is not JSON. Remove it and run "pagebell login".`, { cause: error })
  }
}
