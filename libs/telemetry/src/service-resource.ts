import { randomUUID } from 'node:crypto'
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources'

/**
 * Names the service and this process of it, with what OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME add or override. Leaves
 * out the process's arguments and its user.
 */
export function serviceResource(service: string, env: NodeJS.ProcessEnv): Resource {
  return defaultResource().merge(
    resourceFromAttributes({
      'service.namespace': 'pagebell',
      'service.name': service,
      'service.instance.id': randomUUID(),
      ...fromEnv(env['OTEL_RESOURCE_ATTRIBUTES'] ?? ''),
      ...(env['OTEL_SERVICE_NAME'] ? { 'service.name': env['OTEL_SERVICE_NAME'] } : {}),
    }),
  )
}

/** `key=value,key=value`, the values percent-encoded; nothing if the text is malformed (Resource SDK specification). */
function fromEnv(text: string): Record<string, string> {
  try {
    const pairs = text.split(',').filter((pair) => pair.trim() !== '')
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, key = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
        if (key === '') throw new URIError('A key is missing.')
        return [key, decodeURIComponent(value)]
      }),
    )
  } catch (error) {
    if (error instanceof URIError) return {}
    throw error
  }
}
