import { randomUUID } from 'node:crypto'

export type ServiceAttributes = Record<string, string>

/**
 * Who speaks: the service, this process of it, and what OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME say, which count
 * for more. Not the process's arguments or its user.
 */
export function serviceAttributes(service: string, env: NodeJS.ProcessEnv): ServiceAttributes {
  return {
    'service.namespace': 'pagebell',
    'service.name': service,
    'service.instance.id': randomUUID(),
    ...fromEnv(env['OTEL_RESOURCE_ATTRIBUTES'] ?? ''),
    ...(env['OTEL_SERVICE_NAME'] ? { 'service.name': env['OTEL_SERVICE_NAME'] } : {}),
  }
}

/** `key=value,key=value`, the values percent-encoded; none at all of a text that is faulty (Resource SDK specification). */
function fromEnv(text: string): ServiceAttributes {
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
