import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from './run-program.ts'
import { CannotRun } from './sender.ts'

const timeoutMs = 900_000

/**
 * Unpacks a package and installs what it needs in its own folder, without scripts and by the pnpm and the lock file that it
 * comes with: npm refuses its peers, and parts of it are files of the package. Returns the folder.
 */
export async function installUnpacked(packages: string, name: string, version: string): Promise<string> {
  const folder = join(packages, name)
  const unpacked = join(folder, 'package')
  if (await isFile(join(folder, `installed-${version}`))) return unpacked
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    const packed = (
      await runProgram('npm', ['pack', '--silent', `${name}@${version}`], { cwd: folder, timeoutMs })
    ).trim()
    await runProgram('tar', ['-xzf', packed], { cwd: folder })
    const { packageManager = '' } = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as Manifest
    const pnpm = packageManager.replace(/\+.*/, '')
    const install = ['--yes', pnpm, 'install', '--prod', '--frozen-lockfile', '--ignore-scripts']
    await runProgram('npx', install, { cwd: unpacked, timeoutMs })
  } catch (error) {
    throw cannotInstall(`${name}@${version}`, error)
  }
  await writeFile(join(folder, `installed-${version}`), '')
  return unpacked
}

/** `packageManager` is such as `pnpm@12.4.2+sha512.…`. */
type Manifest = { packageManager?: string }

async function isFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

const npmOptions = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']

const cannotInstall = (what: string, error: unknown): CannotRun =>
  new CannotRun(`npm could not install ${what}: ${String(error).replaceAll('\n', ' ').slice(-400)}`)

type Installed = {
  /** `name@version`, the sender first. */
  named: readonly string[]
  /** Versions in place of those that the sender names, by package. */
  overrides?: Record<string, string>
}

/**
 * Installs packages in a separate folder, without their scripts, which would download programs; what is there already is used
 * again. Returns the folder.
 */
export async function installPackages(
  packages: string,
  sender: string,
  { named, overrides = {} }: Installed,
): Promise<string> {
  const folder = join(packages, sender)
  const [first = ''] = named
  const at = first.lastIndexOf('@')
  const [name, version] = [first.slice(0, at), first.slice(at + 1)]
  if ((await installedVersion(folder, name)) === version) return folder
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }))
  try {
    await runProgram('npm', ['install', ...npmOptions, ...named], { cwd: folder, timeoutMs })
  } catch (error) {
    throw cannotInstall(first, error)
  }
  return folder
}

async function installedVersion(folder: string, name: string): Promise<string | undefined> {
  try {
    const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')
    return (JSON.parse(text) as { version: string }).version
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
