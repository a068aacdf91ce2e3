import { expect, it } from '@jest/globals'
import type { ChannelResult } from '../channels/channel.ts'
import { groupByResponse } from './response-groups.ts'

const delivered = (message: string): ChannelResult => ({ kind: 'delivered', response: { status: 200, message } })
const group = (...results: ChannelResult[]) => groupByResponse(results.map((result) => ({ result })))

it('answers that are alike are one, whether they are one object or several', () => {
  const shared = delivered('OK')
  const { responses, grouped } = group(shared, shared, delivered('OK'), delivered('Fine'))
  expect(responses.map(({ response }) => response?.message)).toEqual(['OK', 'Fine'])
  expect(grouped.map(({ response }) => responses.indexOf(response))).toEqual([0, 0, 0, 1])
})

it('results of different kinds or reasons are grouped separately, with or without a message', () => {
  const { responses } = group(
    { kind: 'retry', reason: 'timeout' },
    { kind: 'retry', reason: 'dns' },
    { kind: 'held', reason: 'timeout', until: 0 },
    { kind: 'rejected', reason: 'timeout', divisible: true, response: { status: 400, message: '' } },
  )
  expect(responses.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
    'retry timeout',
    'retry dns',
    'held timeout',
    'rejected timeout',
  ])
})

it('keeps 2 KB of the words', () => {
  const { responses } = group(delivered('x'.repeat(5_000)))
  expect(responses[0]?.response?.message).toHaveLength(2_048)
})
