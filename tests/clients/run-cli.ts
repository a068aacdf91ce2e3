import { spawn } from 'node:child_process'
import { workspace } from '@pagebell/start/service-list'

export type Ended = { code: number | null; stdout: string; stderr: string }
export type CliOptions = { env?: Record<string, string>; input?: string; signal?: AbortSignal; command?: string[] }

const source = [process.execPath, '--conditions=pagebell-source', 'clients/cli/src/main.ts']

/** Output so far, of a command that goes on. */
export type Running = { stdout(): string; stderr(): string; ended: Promise<Ended> }

/** Runs `pagebell` in a separate process, by default from its source. A signal sends it SIGINT. */
export const runCli = (args: string[], options: CliOptions = {}): Promise<Ended> => startCli(args, options).ended

/** Runs `pagebell` with a terminal (script of util-linux), which gets both outputs. */
export function onTerminal(args: string[], env: Record<string, string>): Promise<Ended> {
  const line = [...source, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  return runCli([], { env, command: ['script', '--quiet', '--return', '--command', line, '/dev/null'] })
}

export function startCli(args: string[], options: CliOptions = {}): Running {
  const { env = {}, input, signal, command = source } = options
  const [program = '', ...first] = command
  const child = spawn(program, [...first, ...args], {
    cwd: workspace,
    env: { PATH: process.env['PATH'], ...env },
    // A pipe that is not read may be closed by the command before it is ended here.
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  signal?.addEventListener('abort', () => child.kill('SIGINT'), { once: true })
  child.stdin?.end(input)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...output })))
  return { stdout: () => output.stdout, stderr: () => output.stderr, ended }
}
