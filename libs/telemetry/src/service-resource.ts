import { randomUUID } from 'node:crypto'
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources'

/** Who speaks. Not the process's arguments or its user: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say more, if set. */
export function serviceResource(service: string): Resource {
  const own = { 'service.namespace': 'pagebell', 'service.name': service, 'service.instance.id': randomUUID() }
  return defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }))
}
