import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of SQL. */
type SqlFile = { version: string; text: string; checksum: string }

/**
 * One `0001-what.sql`; its version is the file's name without the ending. A baseline has a line `-- replaces <version>`: it
 * creates what all migrations up to that one created, which are no longer kept.
 */
export type Migration = SqlFile & { replaces: string | undefined }

/**
 * One `functions/<name>.sql`, the only source of a function: `create or replace`, applied after the migrations whenever it has
 * changed. Its version is `functions/<name>@` and the first digits of the checksum.
 */
export type DatabaseFunction = SqlFile & { name: string }

/** The migrations of a folder in their order. Throws when a number is missing. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await sqlFiles(folder)
  const wrong = files.find((file, index) => !file.startsWith(`${String(index + 1).padStart(4, '0')}-`))
  if (wrong) throw new Error(`${join(folder, wrong)}: migrations are numbered 0001-, 0002-, … without a gap.`)
  return Promise.all(
    files.map(async (file) => {
      const { text, checksum } = await readSql(join(folder, file))
      return { version: nameOf(file), text, checksum, replaces: /^-- replaces (\S+)$/m.exec(text)?.[1] }
    }),
  )
}

/** The functions of a folder of migrations, by name. */
export async function readFunctions(folder: string): Promise<DatabaseFunction[]> {
  const files = await sqlFiles(join(folder, 'functions'))
  return Promise.all(
    files.map(async (file) => {
      const { text, checksum } = await readSql(join(folder, 'functions', file))
      const name = `functions/${nameOf(file)}`
      return { name, version: `${name}@${checksum.slice(0, 12)}`, text, checksum }
    }),
  )
}

async function sqlFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const nameOf = (file: string): string => file.slice(0, -'.sql'.length)

async function readSql(path: string): Promise<{ text: string; checksum: string }> {
  const text = await readFile(path, 'utf8')
  return { text, checksum: createHash('sha256').update(text).digest('hex') }
}
