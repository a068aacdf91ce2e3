import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from '@jest/globals'

const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)

/** A service that says when it is stopped, as its main.ts runs it. */
const program = `
  import { runService } from ${at('./run-service.ts')}
  import { processVariables } from ${at('../../runtime/src/process-variables.ts')}
  import { Type } from ${at('../../schema/src/type.ts')}
  const config = Type.Object({ ...processVariables, SIZE: Type.Integer({ default: 1 }) })
  const startService = async ({ SIZE }, log) => {
    if (SIZE > 9) throw new Error('It is too large.')
    return { healthPort: 9, rpcPort: SIZE, [Symbol.asyncDispose]: async () => log.info('stopped') }
  }
  await runService({ name: 'sample', config, env: process.env, startService })
`

type Line = { msg: string; rpc?: number; signal?: string }

/** Runs the program, sends SIGTERM at "ready", and returns its exit code, its log and its errors. */
async function run(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { env })
  const lines: Line[] = []
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as Line
    lines.push(line)
    if (line.msg === 'ready') child.kill('SIGTERM')
  })
  let errors = ''
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, lines, errors }
}

describe('a service', () => {
  it('is stopped by a signal that comes with "ready", and ends well', async () => {
    const { code, lines } = await run({ SIZE: '3' })
    expect(lines.map(({ msg }) => msg)).toEqual(['ready', 'stopping', 'stopped'])
    expect(lines[0]).toMatchObject({ rpc: 3 })
    expect(lines[1]).toMatchObject({ signal: 'SIGTERM' })
    expect(code).toBe(0)
  })

  it('warns of settings that are unfit for production before it starts', async () => {
    const { lines } = await run({ NODE_ENV: 'production', LOG_LEVEL: 'debug' })
    expect(JSON.stringify(lines[0])).toContain('A log that says too much')
    expect(lines.some(({ msg }) => msg === 'ready')).toBe(true)
  })

  it.each([
    ['a setting is not usable', { SIZE: 'large' }, /SIZE is not usable/],
    ['it cannot start', { SIZE: '10' }, /It is too large/],
  ])('ends with an error where %s', async (_what, env, message) => {
    const { code, lines, errors } = await run(env)
    expect(errors).toMatch(message)
    expect(lines).toEqual([])
    expect(code).toBe(1)
  })
})
