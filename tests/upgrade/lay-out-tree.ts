import { execFile } from 'node:child_process'
import { glob, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { workspace } from '@pagebell/start/service-list'

const execute = promisify(execFile)

/** A commit's tree as an operator installs releases: `services` is a link to the release that runs. */
export type Tree = AsyncDisposable & {
  folder: string
  /** The services of the commit. */
  before: string
  /** From now on a process that starts runs the services of this working copy; one that runs goes on as it began. */
  switchToWorkingCopy(): Promise<void>
}

/** Lays out the tree of a commit in a temporary folder, with the packages that it wants. */
export async function layOutTree(commit: string): Promise<Tree> {
  const folder = await mkdtemp(join(tmpdir(), 'pagebell-upgrade-'))
  const link = join(folder, 'services')
  // Below the folder, so that Node finds the same packages from there.
  const before = join(folder, 'before', 'services')
  const archive = join(folder, 'tree.tar')
  await execute('git', ['archive', `--output=${archive}`, commit], { cwd: workspace })
  await execute('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  await installPackages(folder)
  await mkdir(dirname(before))
  await rename(link, before)
  await symlink(relative(folder, before), link)
  return {
    folder,
    before,
    async switchToWorkingCopy() {
      // By renaming: there is no moment without services.
      await symlink(join(workspace, 'services'), `${link}.next`)
      await rename(`${link}.next`, link)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Those of this working copy where the commit locks the same, its own otherwise. */
async function installPackages(folder: string): Promise<void> {
  const lock = (root: string) => readFile(join(root, 'package-lock.json'), 'utf8')
  if ((await lock(folder)) !== (await lock(workspace))) {
    await execute('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
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
  }
}
