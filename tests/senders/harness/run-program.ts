import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '@pagebell/testing/until'

type ProgramOptions = { cwd: string; env?: NodeJS.ProcessEnv; timeoutMs?: number }

/** What senders would leave in the temporary folder of the machine. */
const withoutCache = { NODE_DISABLE_COMPILE_CACHE: '1' }

/** The end of an output that is kept for an error. */
const keptCharacters = 4_000

/** Runs a program until it ends and returns its standard output. Throws with the end of its output unless it ends with 0. */
export async function runProgram(program: string, args: string[], options: ProgramOptions): Promise<string> {
  const { cwd, env = process.env, timeoutMs = 120_000 } = options
  const child = spawn(program, args, {
    cwd,
    env: { ...env, ...withoutCache },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const output = { whole: '', printed: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.printed += text
    output.whole += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.whole += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return output.printed
  throw new Error(`${[program, ...args].join(' ')} ended with ${code}:\n${output.whole.slice(-keptCharacters)}`)
}

type Ready = (output: string) => boolean | Promise<boolean>

/** Starts a program that keeps running, and waits until it is ready. Disposing ends it. */
export async function startProgram(
  program: string,
  args: string[],
  { cwd, env = process.env, timeoutMs = 120_000 }: ProgramOptions,
  isReady: Ready,
): Promise<AsyncDisposable> {
  const child = spawn(program, args, {
    cwd,
    env: { ...env, ...withoutCache },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-keptCharacters)
    })
  const running = { [Symbol.asyncDispose]: () => stop(child) }
  try {
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`It ended with ${code}.`)
    })
    await Promise.race([until(`${program} is ready`, () => isReady(output), timeoutMs), ended])
    return running
  } catch (error) {
    await stop(child)
    throw new Error(`${[program, ...args].join(' ')}:\n${output}`, { cause: error })
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(killing)
}
