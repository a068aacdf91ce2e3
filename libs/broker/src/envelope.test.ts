import { expect, it } from '@jest/globals'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import type { ConsumeMessage } from 'amqplib'
import { unwrap, wrap } from './envelope.ts'

const id = '00000000-0000-4000-8000-000000000001'
const entry = { check: 'hsts', url: null, reason: 'ours', expires_at: null }
const body = { account_id: id, project_id: id, version: 1, ignored: [entry] }
const later = { ...body, by: 'a later version', ignored: [{ ...entry, since: 'a later version' }] }

const read = (sent: unknown) =>
  unwrap(checksIgnored, {
    content: Buffer.from(JSON.stringify(sent)),
    properties: { messageId: id, headers: {} },
  } as ConsumeMessage)

it('a message with fields of a later version, at any depth, can be read', () => {
  expect(read(later).body).toEqual(later)
})

it('what is sent has no field that its schema does not name', () => {
  expect(() => wrap(checksIgnored, later, id, undefined)).toThrow('checks.ignored.v1')
  expect(wrap(checksIgnored, body, id, undefined).content.toString()).toBe(JSON.stringify(body))
})

it('a field that is missing or of another kind is refused by its name', () => {
  expect(() => read({ ...later, version: 'one' })).toThrow('checks.ignored.v1/version')
  expect(() => read({ ...later, ignored: [{ ...entry, check: undefined }] })).toThrow('checks.ignored.v1/ignored/0')
})
