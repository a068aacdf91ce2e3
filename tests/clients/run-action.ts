import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workspace } from '@pagebell/start/service-list'
import { parse } from 'yaml'

type Step = { name: string; id?: string; if?: string; env?: Record<string, string>; run: string; shell: string }
export type Action = {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>
  outputs: Record<string, { value: string }>
  runs: { steps: Step[] }
}
export type ActionRun = {
  /** The step that failed, with its exit code. */
  failed?: { step: string; code: number }
  log: string
  summary: string
  outputs: Record<string, string>
}

export const action = parse(readFileSync(join(workspace, 'clients/github-action/action.yml'), 'utf8')) as Action

/** The clients as a runner has them: the files of the commit, and nothing installed. */
export function checkOutClients(folder: string): string {
  for (const name of ['sdk', 'cli', 'github-action'])
    cpSync(join(workspace, 'clients', name), join(folder, 'clients', name), {
      recursive: true,
      filter: (path) => !/\/(dist|node_modules)$/.test(path),
    })
  return join(folder, 'clients/github-action')
}

type Runner = {
  actionPath: string
  /** For what the steps write. */
  folder: string
  inputs: Record<string, string>
  event: object
  env: Record<string, string>
  token: string
}

/**
 * Runs the steps of action.yml by their own shell lines, one after the other, as a runner of GitHub does: with the shell
 * of `shell: bash`, the expressions of the file, and the files that steps write to.
 */
export async function runAction({ actionPath, folder, inputs, event, env, token }: Runner): Promise<ActionRun> {
  const place = mkdtempSync(join(folder, 'run-'))
  mkdirSync(join(place, 'temp'))
  const files = { event: join(place, 'event.json'), output: join(place, 'output'), summary: join(place, 'summary') }
  writeFileSync(files.event, JSON.stringify(event))
  for (const file of [files.output, files.summary]) writeFileSync(file, '')
  const outputs: Record<string, string> = {}

  const known = (name: string): string => {
    if (name === 'github.action_path') return actionPath
    if (name === 'github.token') return token
    const [scope = '', key = '', , output = ''] = name.split('.')
    if (scope === 'steps' && name === `steps.${key}.outputs.${output}`) return outputs[output] ?? ''
    const input = action.inputs[key]
    if (scope !== 'inputs' || input === undefined) throw new Error(`This test does not know ${name}.`)
    return inputs[key] ?? filled(input.default ?? '')
  }
  const filled = (value: string): string => value.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => known(name))
  const holds = (condition: string): boolean =>
    condition.split(' && ').every((part) => {
      const [, name = '', operator, value] = /^([\w.-]+) (==|!=) '([^']*)'$/.exec(part) ?? []
      return (known(name) === value) === (operator === '==')
    })

  const run: ActionRun = { log: '', summary: '', outputs }
  for (const step of action.runs.steps) {
    if (step.if !== undefined && !holds(step.if)) continue
    const script = join(place, 'step.sh')
    writeFileSync(script, step.run)
    writeFileSync(files.output, '')
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: place,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        HOME: place,
        RUNNER_TEMP: join(place, 'temp'),
        GITHUB_EVENT_PATH: files.event,
        GITHUB_OUTPUT: files.output,
        GITHUB_STEP_SUMMARY: files.summary,
        ...env,
        ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)])),
      },
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        run.log += text
      })
    const [code] = (await once(child, 'close')) as [number]
    for (const line of readFileSync(files.output, 'utf8').split('\n')) {
      const [name = '', ...value] = line.split('=')
      if (name !== '') outputs[name] = value.join('=')
    }
    if (code === 0) continue
    run.failed = { step: step.name, code }
    break
  }
  run.summary = readFileSync(files.summary, 'utf8')
  return run
}
