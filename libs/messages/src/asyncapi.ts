import { allMessages } from './all-messages.ts'
import { type Message, queueName, routingKey } from './define-message.ts'

/** The AsyncAPI 3.0 document of everything on the exchange, made from the declarations. */
export function asyncApiDocument(): Record<string, unknown> {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Pagebell messages',
      version: '1.0.0',
      description:
        'Topic exchange `pagebell`. Bodies are JSON. CloudEvents attributes stand in the headers as `cloudEvents:*`, W3C Trace Context as `traceparent`; `message_id` is the batch or run id, by which a consumer is idempotent.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(allMessages.map((message) => [routingKey(message), channel(message)])),
    operations: Object.fromEntries(allMessages.flatMap(operations)),
    components: {
      messages: Object.fromEntries(allMessages.map((message) => [routingKey(message), component(message)])),
    },
  }
}

function channel(message: Message): object {
  return {
    address: routingKey(message),
    messages: { [routingKey(message)]: { $ref: `#/components/messages/${routingKey(message)}` } },
    bindings: {
      amqp: { is: 'routingKey', exchange: { name: 'pagebell', type: 'topic', durable: true }, bindingVersion: '0.3.0' },
    },
  }
}

function component(message: Message): object {
  return {
    name: routingKey(message),
    summary: message.description,
    contentType: 'application/json',
    payload: message.schema,
    headers: {
      type: 'object',
      properties: {
        'cloudEvents:id': { type: 'string' },
        'cloudEvents:source': { type: 'string' },
        'cloudEvents:type': { type: 'string' },
        'cloudEvents:specversion': { const: '1.0' },
        'cloudEvents:time': { type: 'string', format: 'date-time' },
        ...message.extensions,
        traceparent: { type: 'string' },
      },
    },
  }
}

function operations(message: Message): [string, object][] {
  const ref = { channel: { $ref: `#/channels/${routingKey(message)}` } }
  return [
    [
      `${message.producer}.send.${routingKey(message)}`,
      { action: 'send', ...ref, title: `${message.producer} sends it` },
    ],
    ...message.consumers.map((consumer): [string, object] => [
      `${consumer}.receive.${routingKey(message)}`,
      {
        action: 'receive',
        ...ref,
        title: `${consumer} takes it from ${queueName(message, consumer)}`,
      },
    ]),
    ...message.broadcastTo.map((consumer): [string, object] => [
      `${consumer}.receive.${routingKey(message)}`,
      { action: 'receive', ...ref, title: `every copy of ${consumer} takes it from its own queue` },
    ]),
  ]
}
