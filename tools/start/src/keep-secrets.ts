import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a data directory keeps to itself. Made once; the databases' roles log in with it. */
export type Secrets = {
  /** Marks the databases as made by this data directory. */
  installation: string
  /** Stands before the names of databases, roles, Redis keys and queues; empty in the first installation on a server. */
  prefix?: string
  internalToken: string
  /** Seals what channels need: lost, those settings are. */
  settingsKey: string
  rolePasswords: Record<string, string>
  demo?: Demo
}

/** The demo account's way in. */
export type Demo = { email: string; apiKey: string; password?: string; hookToken?: string; project: string }

/** The secrets of a data directory, made at the first call; what an older version has not made is added. */
export async function readSecrets(dataDir: string): Promise<Secrets> {
  const text = await readFile(join(dataDir, 'secrets.json'), 'utf8').then(
    (found) => found,
    () => undefined,
  )
  const known = text === undefined ? undefined : (JSON.parse(text) as Partial<Secrets>)
  const secrets: Secrets = {
    installation: randomBytes(4).toString('hex'),
    internalToken: randomBytes(24).toString('base64url'),
    settingsKey: randomBytes(32).toString('base64'),
    rolePasswords: {},
    ...known,
  }
  if (known?.settingsKey === undefined) await writeSecrets(dataDir, secrets)
  return secrets
}

export async function writeSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'secrets.json'), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
}
