import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secrets of a data directory. Created once; the database roles log in with them. */
export type Secrets = {
  /** Marks the databases as created by this data directory. */
  installation: string
  /** Prefix of databases, roles, Redis keys and queues; empty in the first installation on a server. */
  prefix?: string
  internalToken: string
  /** Encrypts channel settings; without it they are lost. */
  settingsKey: string
  rolePasswords: Record<string, string>
  demo?: Demo
}

/** The demo account's credentials. */
export type Demo = { email: string; apiKey: string; password?: string; hookToken?: string; project: string }

/** The secrets of a data directory, created at the first call; adds those that an older version did not create. */
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
