import { allMessages } from '@pagebell/messages/all-messages'
import { type Message, queueName, routingKey } from '@pagebell/messages/define-message'

/** docs/messages.md: all messages, from the declarations. */
export function messagesPage(): string {
  return `# Messages

Generated from \`libs/messages/src\` by \`npm run generate\`; edit the declarations, not this page. The AsyncAPI document of
the same is served by the gateway at \`/asyncapi.json\`.

Everything goes over the durable topic exchange \`pagebell\` as JSON. \`message_id\` is the batch or run id, by which
consumers are idempotent; CloudEvents attributes and \`traceparent\` stand in the headers. Each queue is a quorum queue
with a \`.retry\` and a \`.dead\` beside it.

| message | from | to | what it says |
|---|---|---|---|
${allMessages.map(row).join('\n')}

${allMessages.map(section).join('\n\n')}
`
}

function row(message: Message): string {
  const receivers = [
    ...message.consumers.map((consumer) => `${consumer} (\`${queueName(message, consumer)}\`)`),
    ...message.broadcastTo.map((consumer) => `every copy of ${consumer}`),
  ]
  return `| \`${routingKey(message)}\` | ${message.producer} | ${receivers.join('<br>')} | ${message.description} |`
}

function section(message: Message): string {
  const required: readonly string[] = message.schema.required ?? []
  const fields = Object.entries(message.schema.properties).map(([name, field]) => {
    const { description } = field as { description?: string }
    return `| \`${name}\` | ${required.includes(name) ? 'yes' : 'no'} | ${description ?? ''} |`
  })
  return `## ${routingKey(message)}\n\n| field | always | |\n|---|---|---|\n${fields.join('\n')}`
}
