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
  it('strikes out our tokens wherever they stand', () => {
    const token = `pbh_${'a'.repeat(38)}`
    const lines = capture((log) => log.error(new Error(`POST /api/hooks/${token}/submit failed`), `for ${token}`))
    expect(lines).toContain('***')
    expect(lines).not.toContain('aaaa')
  })

  it('strikes out fields that hold secrets', () => {
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
})
