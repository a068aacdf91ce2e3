import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { createLog } from './log.ts'
import { inTrace } from './trace.ts'

function capture(write: (log: ReturnType<typeof createLog>) => void): string {
  let lines = ''
  const sink = {
    write(line: string) {
      lines += line
    },
  }
  write(createLog('probe', 'debug', sink))
  return lines
}

describe('the log', () => {
  it('redacts tokens anywhere in a text', () => {
    const token = `pbh_${'a'.repeat(38)}`
    const lines = capture((log) => log.error(new Error(`POST /api/hooks/${token}/submit failed`), `for ${token}`))
    expect(lines).toContain('***')
    expect(lines).not.toContain('aaaa')
  })

  it('redacts fields that hold secrets', () => {
    expect(capture((log) => log.info({ account: { password: 'hunter2' } }, 'made'))).not.toContain('hunter2')
  })

  it('names the service and the trace', () => {
    const lines = capture((log) =>
      inTrace('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', () => log.info('hello')),
    )
    expect(JSON.parse(lines)).toMatchObject({
      level: 'info',
      service: 'probe',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      msg: 'hello',
    })
  })

  it.each([
    ['ends', '', 0],
    ['calls process.exit', 'process.exit(3)', 3],
    ['breaks', 'throw new Error("broken")', 1],
    ['breaks a turn later', 'setImmediate(() => { log.info("last"); throw new Error("broken") })', 1],
  ])('has written every line when the process %s', (_how, end, status) => {
    const source = `import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
      const log = createLog('probe')
      for (let line = 0; line < 1_000; line++) log.info({ line, text: 'x'.repeat(line % 50 === 0 ? 20_000 : 10) }, 'line')
      ${end}`
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', source], { maxBuffer: 2 ** 24 })
    expect(ran.status).toBe(status)
    const lines = ran.stdout.toString().trimEnd().split('\n')
    const logged = lines.map((line) => JSON.parse(line) as { msg: string; line: number })
    expect(logged.slice(0, 1_000).map(({ line }) => line)).toEqual(Array.from({ length: 1_000 }, (_, line) => line))
    expect(logged.at(-1)?.msg).toBe(end.includes('last') ? 'last' : 'line')
  })
})
