import { access, constants, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/**
 * The full path of an installed program: in one of `folders` (where packages install programs outside the PATH; `*`
 * matches one name, the highest first) or on the PATH.
 */
export async function findProgram(name: string, folders: string[] = []): Promise<string | undefined> {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const pattern of [...folders, ...onPath, '/usr/sbin', '/usr/local/sbin']) {
    for (const folder of await expand(pattern)) {
      const program = join(folder, name)
      if (await isExecutable(program)) return program
    }
  }
  return undefined
}

async function expand(pattern: string): Promise<string[]> {
  const star = pattern.indexOf('*')
  if (star === -1) return [pattern]
  const parent = pattern.slice(0, pattern.lastIndexOf('/', star))
  const prefix = pattern.slice(parent.length + 1, star)
  const rest = pattern.slice(star + 1)
  const names = await readdir(parent).then(
    (found) => found,
    () => [],
  )
  return names
    .filter((name) => name.startsWith(prefix))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => `${parent}/${name}${rest}`)
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
