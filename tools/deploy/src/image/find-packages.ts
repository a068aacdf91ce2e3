import { lstat, readFile, realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** A package's folder and, for a workspace package, its link in node_modules. Relative to the root. */
export type FoundPackage = { path: string; link: string | undefined }

type Manifest = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/**
 * The workspace and every package that it needs at run time, found as Node finds them. Throws if one that is needed is
 * not installed.
 */
export async function findPackages(root: string, workspace: string): Promise<FoundPackage[]> {
  const found = new Map<string, FoundPackage>([[workspace, { path: workspace, link: undefined }]])
  for (const { path } of found.values()) {
    const manifest = JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8')) as Manifest
    const needed = Object.keys(manifest.dependencies ?? {})
    const welcome = Object.keys({ ...manifest.optionalDependencies, ...manifest.peerDependencies })
    for (const name of [...needed, ...welcome]) {
      // Types are only for the compiler.
      if (name.startsWith('@types/')) continue
      const one = await findOne(root, path, name)
      if (one === undefined && needed.includes(name) && !welcome.includes(name))
        throw new Error(`${path} needs ${name}, which is not installed.`)
      if (one !== undefined && !found.has(one.path)) found.set(one.path, one)
    }
  }
  return [...found.values()]
}

async function findOne(root: string, from: string, name: string): Promise<FoundPackage | undefined> {
  for (let folder = join(root, from); ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    const stat = await lstat(place).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw error
    })
    if (stat !== undefined) {
      const path = relative(root, await realpath(place))
      return { path, link: stat.isSymbolicLink() ? relative(root, place) : undefined }
    }
    // Linked packages may be outside the root.
    if (folder === root || folder === dirname(folder)) return undefined
  }
}
