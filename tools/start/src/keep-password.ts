import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The password of a private server, stored beside its data, readable only by its user; created at the first call. */
export async function keepPassword(dataDir: string, server: string): Promise<string> {
  const file = join(dataDir, `${server}.password`)
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(file, randomBytes(18).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}
