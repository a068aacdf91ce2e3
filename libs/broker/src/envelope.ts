import { fault } from '@pagebell/faults/fault'
import { type Body, type Message, routingKey } from '@pagebell/messages/define-message'
import { findFault } from '@pagebell/schema/find-fault'
import type { ConsumeMessage, Options } from 'amqplib'

/** Received messages may have more fields: copies of a later version run beside this one's during an upgrade. */
const tolerant = new WeakMap<Message, object>()

/** CloudEvents extension attributes; consumers ignore unknown ones. */
export type Extensions = Record<string, string>

const attribute = 'cloudEvents:'

/** The bytes and properties of one message. Throws when the body does not match its schema. */
export function wrap(
  message: Message,
  body: unknown,
  id: string,
  traceparent: string | undefined,
  extensions: Extensions = {},
) {
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
      ...Object.fromEntries(Object.entries(extensions).map(([name, value]) => [attribute + name, value])),
      ...(traceparent === undefined ? {} : { traceparent }),
    },
  }
  return { content: Buffer.from(JSON.stringify(body)), properties }
}

export type Unwrapped<Declared extends Message> = {
  id: string
  traceparent: string | undefined
  /** Extension attributes, and the others with them. */
  extensions: Extensions
  /** Milliseconds since 1970; the time of receipt for a message without a timestamp. */
  publishedAt: number
  body: Body<Declared>
}

/** What {@link wrap} made, here or in a later version. Throws the fault `invalid` for anything else. */
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
  check(message, body, tolerantSchema(message))
  return {
    id,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    extensions: readExtensions(properties.headers ?? {}),
    publishedAt: Number.isNaN(publishedAt) ? Date.now() : publishedAt,
    body: body as Body<Declared>,
  }
}

function readExtensions(headers: Record<string, unknown>): Extensions {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(attribute) && typeof value === 'string' ? [[name.slice(attribute.length), value]] : [],
    ),
  )
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch (error) {
    throw fault('invalid', 'The body is not JSON.', { cause: error })
  }
}

/** Checks that a body matches its schema, without further fields. Throws the fault `invalid`, naming the field. */
export function checkBody(message: Message, body: unknown): void {
  check(message, body, message.schema)
}

function check(message: Message, body: unknown, schema: object): void {
  const wrong = findFault(schema, body)
  if (wrong !== undefined) throw fault('invalid', `${routingKey(message)}${wrong.path} ${wrong.text}.`)
}

function tolerantSchema(message: Message): object {
  const schema = tolerant.get(message) ?? withUnknownFields(message.schema)
  tolerant.set(message, schema)
  return schema
}

/** The same JSON Schema without its refusals of properties that it does not name. */
function withUnknownFields(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  ) as object
}

/**
 * Throws the fault `invalid` for a message with none of these routing keys. RabbitMQ also routes by the headers CC and
 * BCC (rabbitmq.com/docs/sender-selected), which not every version authorizes; the key that it delivers is authorized.
 */
export function checkRoutingKey({ fields }: ConsumeMessage, expected: readonly string[]): void {
  if (!expected.includes(fields.routingKey))
    throw fault('invalid', `The message came by the routing key ${fields.routingKey}, not by ${expected[0]}.`)
}
