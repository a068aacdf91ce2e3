import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One `0001-what.sql`; its version is the file's name without the ending. */
export type Migration = { version: string; text: string; checksum: string }

/** A service's migrations in their order; throws when a number is missing. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const wrong = files.find((file, index) => !file.startsWith(`${String(index + 1).padStart(4, '0')}-`))
  if (wrong) throw new Error(`${join(folder, wrong)}: migrations are numbered 0001-, 0002-, … without a gap.`)
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      return { version: file.slice(0, -'.sql'.length), text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
