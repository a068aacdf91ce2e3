import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type LogRecord, logs } from '@opentelemetry/api'
import { alsoLogTo, createLog } from '@pagebell/runtime/log'
import { inTrace } from '@pagebell/runtime/trace'
import { exportLines, ownComponent } from './export-logs.ts'

const sampled = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const unsampled = sampled.replace(/01$/, '00')

let emitted: LogRecord[]
const log = createLog('probe', 'debug', { write: () => undefined })

beforeEach(() => {
  emitted = []
  const logger = { emit: (record: LogRecord) => void emitted.push(record), enabled: () => true }
  logs.setGlobalLoggerProvider({ getLogger: () => logger })
  alsoLogTo(exportLines())
})

afterEach(() => {
  alsoLogTo(undefined)
  logs.disable()
})

describe('a line of the log', () => {
  it('is sent with its level, its text and its fields', () => {
    log.info({ urls: 3, what: { left: 1 } }, 'done')
    expect(emitted).toEqual([
      expect.objectContaining({ severityText: 'info', severityNumber: 9, body: 'done', timestamp: expect.any(Date) }),
    ])
    expect(emitted[0]?.attributes).toEqual({ urls: 3, what: '{"left":1}' })
  })

  it('is sent without the secrets that are struck out of it', () => {
    const token = `pbh_${'a'.repeat(38)}`
    log.error({ err: new Error(`no such hook ${token}`), password: 'hunter2' }, `for ${token}`)
    expect(JSON.stringify(emitted)).toContain('***')
    expect(JSON.stringify(emitted)).not.toMatch(/aaaa|hunter2/)
  })

  it('goes the way of its trace, unless it warns', () => {
    inTrace(sampled, () => log.info('of a recorded trace'))
    inTrace(unsampled, () => log.info('of a trace that is not recorded'))
    inTrace(unsampled, () => log.warn('but this matters'))
    expect(emitted.map(({ body }) => body)).toEqual(['of a recorded trace', 'but this matters'])
  })

  it('of the exporter itself stays here', () => {
    log.child({ component: ownComponent }).warn('the collector is away')
    expect(emitted).toEqual([])
  })
})
