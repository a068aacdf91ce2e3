import { type Static, type TObject, Type } from '@pagebell/schema/type'

export type ServiceName = 'gateway' | 'panel' | 'project' | 'report' | 'analyzer' | 'intake' | 'notifier' | 'pages'

/** What travels, from whom, to whom. Routing key, queues, the AsyncAPI document and the docs derive from it. */
export type Message<Payload = unknown> = {
  /** noun.past-participle */
  name: string
  /** A breaking change is a new file with the next version. */
  version: number
  description: string
  producer: ServiceName
  /** Each has one durable queue, shared by all its copies. */
  consumers: readonly ServiceName[]
  /** These get it in every copy, as long as the copy lives, and nothing is kept for one that is away. */
  broadcastTo: readonly ServiceName[]
  schema: TObject
  /** Headers beside the common ones, as JSON Schema: what older consumers may ignore. */
  extensions?: Record<string, object>
  /** Only for the compiler, which works the body out of the schema once, and not wherever a message is generic. */
  readonly payload?: Payload
}

export type Body<Declared extends Message> = NonNullable<Declared['payload']>

export function defineMessage<Schema extends TObject>(
  message: Omit<Message, 'schema' | 'payload'> & { schema: Schema },
): Message<Static<Schema>> {
  return message
}

/** The routing key on the exchange, such as `urls.submitted.v1`. */
export function routingKey(message: Message): string {
  return `${message.name}.v${message.version}`
}

/** The queue of one consuming service, such as `notifier.urls.submitted.v1`. */
export function queueName(message: Message, consumer: ServiceName): string {
  return `${consumer}.${routingKey(message)}`
}

export const uuid = () =>
  Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', description: 'a UUID' })

export const time = () =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    description: 'RFC 3339, UTC, milliseconds',
  })

export const host = () => Type.String({ minLength: 1, maxLength: 253, description: 'the host that names a project' })
