import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import type { ServiceAttributes } from './service-attributes.ts'

/** Who speaks, as the SDK takes it. */
export const serviceResource = (attributes: ServiceAttributes): Resource =>
  defaultResource().merge(resourceFromAttributes(attributes))
