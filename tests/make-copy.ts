import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { workspace } from '@pagebell/start/service-list'

const run = promisify(execFile)

/** Copies the project as it is on disk, and applies the patch, if any; installed packages are shared. */
export async function makeCopy(patch?: string): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'pagebell-planted-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: workspace,
      maxBuffer: 64 * 1_024 * 1_024,
    })
    const deleted = await run('git', ['ls-files', '-z', '--deleted'], { cwd: workspace })
    const gone = new Set(deleted.stdout.split('\0'))
    const files = listed.stdout.split('\0').filter((file) => file !== '' && !gone.has(file))
    for (const parent of new Set(files.map((file) => dirname(join(folder, file)))))
      await mkdir(parent, { recursive: true })
    await Promise.all(files.map((file) => cp(join(workspace, file), join(folder, file))))
    await shareModules(folder)
    // Outside any repository, so that git applies the patch to the copy.
    if (patch !== undefined)
      await run('git', ['apply', patch], { cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() } })
  } catch (error) {
    await remove()
    throw error
  }
  return { folder, [Symbol.asyncDispose]: remove }
}

/** Links to installed packages; the project's own packages resolve to the copy. */
async function shareModules(folder: string): Promise<void> {
  const [from, to] = [join(workspace, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(join(to, '@pagebell'), { recursive: true })
  for (const name of await readdir(from)) {
    if (name !== '@pagebell') await symlink(join(from, name), join(to, name))
  }
  for (const name of await readdir(join(from, '@pagebell'))) {
    const target = await readlink(join(from, '@pagebell', name))
    const inWorkspace = relative(workspace, join(from, '@pagebell', target))
    await symlink(join(folder, inWorkspace), join(to, '@pagebell', name))
    // Package versions that differ from those of the workspace.
    const privatePackages = join(workspace, inWorkspace, 'node_modules')
    if (existsSync(privatePackages)) await symlink(privatePackages, join(folder, inWorkspace, 'node_modules'))
  }
}
