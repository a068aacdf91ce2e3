import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** The root of the repository. */
export const root = join(import.meta.dirname, '../../..')

/** Runs a command of the project; throws with its output if it fails. */
export function run(command: string, args: string[], folder = root): Promise<string> {
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, PATH: path } })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  child.stderr.on('data', (chunk) => (printed += chunk))
  child.stdin.end()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(printed)
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${printed}`))
    })
  })
}
