import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { installPackages } from '../senders/harness/install-packages.ts'
import { runProgram } from '../senders/harness/run-program.ts'
import { CannotRun } from '../senders/harness/sender.ts'

/** Writes the files of a site. */
export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}

/** Answers paths by files of a folder, as a static host does. */
export function filesOf(folder: string): (path: string) => Promise<Uint8Array> {
  return (path) => readFile(join(folder, decodeURIComponent(path)))
}

/** Installs npm packages (`name@version`) outside the repository, and lets the site find them in its own folder. */
export async function usePackages(packages: string, generator: string, named: readonly string[], site: string) {
  const folder = await installPackages(packages, generator, { named })
  await mkdir(site, { recursive: true })
  await symlink(join(folder, 'node_modules'), join(site, 'node_modules'))
}

/** Runs a generator without the telemetry and the questions of some. */
export async function runGenerator(program: string, args: string[], cwd: string): Promise<string> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    CI: 'true',
    ASTRO_TELEMETRY_DISABLED: '1',
    DOCUSAURUS_NO_TELEMETRY: '1',
  }
  return runProgram(program, args, { cwd, env, timeoutMs: 480_000 })
}

/** What `--version` or the like prints, up to the first number with dots; CannotRun where the program is missing. */
export async function versionOf(program: string, args: string[], packages: string): Promise<string> {
  try {
    const printed = await runProgram(program, args, { cwd: '/' })
    return /\d+(?:\.\d+)+/.exec(printed)?.[0] ?? printed.trim()
  } catch (error) {
    throw new CannotRun(`not installed (apt-get install ${packages}): ${String(error).split('\n')[0]}`)
  }
}
