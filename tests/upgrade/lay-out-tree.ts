import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { glob, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { workspace } from '@pagebell/start/service-list'

const execute = promisify(execFile)

/** The code of a commit, ready to run. */
export type Tree = AsyncDisposable & { folder: string }

/** Checks out a commit in a temporary folder, with its packages. */
export async function layOutTree(commit: string): Promise<Tree> {
  const folder = await mkdtemp(join(tmpdir(), 'pagebell-upgrade-'))
  const archive = join(folder, 'tree.tar')
  await execute('git', ['archive', `--output=${archive}`, commit], { cwd: workspace })
  await execute('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  await installPackages(folder)
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Shares those of this working copy if the lock file is the same. */
async function installPackages(folder: string): Promise<void> {
  const lock = (root: string) => readFile(join(root, 'package-lock.json'), 'utf8')
  if ((await lock(folder)) !== (await lock(workspace))) {
    // Keeps the compile cache of npm out of the temporary folders of the tests.
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }
    await execute('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, env })
    return
  }
  const [installed, packages] = [join(workspace, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(join(packages, '@pagebell'), { recursive: true })
  for (const name of await readdir(installed)) {
    if (name !== '@pagebell' && name !== '.cache') await symlink(join(installed, name), join(packages, name))
  }
  for await (const file of glob(['{libs,services,tools}/*/package.json', '{protos,tests,bench}/package.json'], {
    cwd: folder,
  })) {
    const { name } = JSON.parse(await readFile(join(folder, file), 'utf8')) as { name: string }
    await symlink(join(folder, dirname(file)), join(packages, name))
    // Other versions of packages than those that all share.
    const own = join(dirname(file), 'node_modules')
    if (existsSync(join(workspace, own))) await symlink(join(workspace, own), join(folder, own))
  }
}
