import { fault } from '@pagebell/faults/fault'
import { type Body, type Message, routingKey } from '@pagebell/messages/define-message'
import type { ConsumeMessage, Options } from 'amqplib'
import { Compile } from 'typebox/schema'

const validators = new WeakMap<Message, ReturnType<typeof compile>>()

/** The bytes and properties of one message. Throws when the body is not as its schema says. */
export function wrap(message: Message, body: unknown, id: string, traceparent: string | undefined) {
  checkBody(message, body)
  const properties: Options.Publish = {
    messageId: id,
    contentType: 'application/json',
    persistent: true,
    // A message that is only broadcast may have no listener at all; any other has a queue, or something is wrong.
    mandatory: message.consumers.length > 0,
    // CloudEvents AMQP Protocol Binding 1.0, section 3.1.
    headers: {
      'cloudEvents:specversion': '1.0',
      'cloudEvents:id': id,
      'cloudEvents:source': `/pagebell/${message.producer}`,
      'cloudEvents:type': routingKey(message),
      'cloudEvents:time': new Date().toISOString(),
      ...(traceparent === undefined ? {} : { traceparent }),
    },
  }
  return { content: Buffer.from(JSON.stringify(body)), properties }
}

export type Unwrapped<Declared extends Message> = {
  id: string
  traceparent: string | undefined
  /** Milliseconds since 1970; the time of reading for a message that does not tell. */
  publishedAt: number
  body: Body<Declared>
}

/** What {@link wrap} made. Throws the fault `invalid` for anything else. */
export function unwrap<Declared extends Message>(
  message: Declared,
  { content, properties }: ConsumeMessage,
): Unwrapped<Declared> {
  const traceparent: unknown = properties.headers?.['traceparent']
  const time: unknown = properties.headers?.['cloudEvents:time']
  const publishedAt = typeof time === 'string' ? Date.parse(time) : Number.NaN
  const id: unknown = properties.messageId
  if (typeof id !== 'string' || id === '') throw fault('invalid', 'The message has no id.')
  const body = parse(content)
  checkBody(message, body)
  return {
    id,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    publishedAt: Number.isNaN(publishedAt) ? Date.now() : publishedAt,
    body: body as Body<Declared>,
  }
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch (error) {
    throw fault('invalid', 'The body is not JSON.', { cause: error })
  }
}

/** Throws the fault `invalid`, naming the field, when the body is not as the schema says. */
export function checkBody(message: Message, body: unknown): void {
  const validator = validators.get(message) ?? compile(message)
  validators.set(message, validator)
  if (validator.Check(body)) return
  const [, errors] = validator.Errors(body)
  const [first] = errors
  throw fault(
    'invalid',
    `${routingKey(message)}${first?.instancePath ?? ''} ${first?.message ?? 'is not as its schema says'}.`,
  )
}

function compile(message: Message) {
  return Compile(message.schema)
}
