import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { formatLog, isRequestLine } from './format-log.ts'

const plain = (line: string) => stripVTControlCharacters(formatLog('gateway', line))

describe('a line of a service in the terminal', () => {
  it('says who, when, what and the rest', () => {
    const line = '{"level":"info","time":"2026-11-21T10:11:12.345Z","service":"gateway","status":200,"msg":"answered"}'
    expect(plain(line)).toBe('gateway     | 10:11:12 answered status=200')
  })

  it('names warnings and errors, with the message of the error', () => {
    const line =
      '{"level":"error","time":"2026-11-21T10:11:12.345Z","err":{"message":"no route","stack":"…"},"msg":"failed"}'
    expect(plain(line)).toBe('gateway     | 10:11:12 error: failed err="no route"')
  })

  it.each(['plain words', '{not json', ''])('shows what is no log entry as it is: %j', (line) => {
    expect(plain(line)).toBe(`gateway     | ${line}`)
  })
})

describe('the line of a request', () => {
  it.each([
    ['info', 'request', true],
    ['warn', 'request', false],
    ['info', 'ready', false],
  ])('at %s with the message "%s" can be left out: %s', (level, msg, expected) => {
    expect(isRequestLine(JSON.stringify({ level, msg }))).toBe(expected)
  })

  it.each(['plain words', '{not json', ''])('is not %j', (line) => {
    expect(isRequestLine(line)).toBe(false)
  })
})
