import { tracingChannel } from 'node:diagnostics_channel'
import { type Span, SpanKind, trace } from '@opentelemetry/api'
import { markFailed } from '@pagebell/runtime/span'
import { isSampled } from '@pagebell/runtime/trace'

type Command = { command?: string; error?: unknown }

const tracer = trace.getTracer('pagebell')

/** A span for each Redis command of a recorded trace, with the command's name and never its arguments. */
export function traceRedis(): Disposable {
  const channel = tracingChannel<Command>('ioredis:command')
  const spans = new WeakMap<Command, Span>()
  const end = (command: Command): void => {
    spans.get(command)?.end()
    spans.delete(command)
  }
  const subscribers = {
    start(command: Command) {
      if (!isSampled()) return
      const name = command.command ?? 'command'
      const attributes = { 'db.system.name': 'redis', 'db.operation.name': name }
      spans.set(command, tracer.startSpan(`redis ${name}`, { kind: SpanKind.CLIENT, attributes }))
    },
    end: (): void => undefined,
    asyncStart: (): void => undefined,
    asyncEnd: end,
    error(command: Command) {
      const span = spans.get(command)
      if (span) markFailed(span, command.error)
      end(command)
    },
  }
  channel.subscribe(subscribers)
  return { [Symbol.dispose]: () => channel.unsubscribe(subscribers) }
}
