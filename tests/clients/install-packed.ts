import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workspace } from '@pagebell/start/service-list'

const run = promisify(execFile)
/** Of npm, which would leave compiled code in the folder for temporary files. */
export const npmEnv = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }

/** What npm would publish of the clients, as files in a folder. */
export async function packClients(folder: string): Promise<string[]> {
  const clients = ['@pagebell/sdk', '@pagebell/cli'].flatMap((name) => ['-w', name])
  const options = ['pack', '--json', '--pack-destination', folder, ...clients]
  const { stdout } = await run('npm', options, { cwd: workspace, env: npmEnv })
  const packed = JSON.parse(stdout.slice(stdout.indexOf('['))) as { filename: string }[]
  return packed.map(({ filename }) => join(folder, filename))
}

export type Installed = {
  place: string
  node: string
  /** Before the PATH of a reader: this version of Node, and what was installed. */
  path: string
}

/** Installs packages in an empty folder with a version of Node and its types. */
export async function installPacked(place: string, version: number, tarballs: string[]): Promise<Installed> {
  await mkdir(place)
  await writeFile(join(place, 'package.json'), '{"private":true,"type":"module"}')
  const packages = [`node@${version}`, `@types/node@${version}`, ...tarballs]
  await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: place, env: npmEnv })
  const bin = join(place, 'node_modules/node/bin')
  const path = [bin, join(place, 'node_modules/.bin'), process.env['PATH']].join(':')
  return { place, node: join(bin, 'node'), path }
}
