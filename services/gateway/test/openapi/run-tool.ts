import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A separate package, with its own lock file. */
export const tools = join(import.meta.dirname, 'tools')

/** Runs a program in the folder of the tools. Returns whether it succeeded. */
export function run(title: string, program: string, args: string[]): boolean {
  console.log(`\n${title}: ${program} ${args.join(' ')}`)
  const { status, error } = spawnSync(program, args, { cwd: tools, stdio: 'inherit', env: { ...process.env, CI: '1' } })
  if (error !== undefined) throw error
  return status === 0
}

export const tool = (name: string, ...args: string[]): [string, string[]] => [
  join(tools, 'node_modules/.bin', name),
  args,
]

export function installTools(): void {
  if (existsSync(join(tools, 'node_modules/.package-lock.json'))) return
  const installed = run('install the tools', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  if (!installed) throw new Error('The tools could not be installed.')
}
