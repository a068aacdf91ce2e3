import { describe, expect, it } from '@jest/globals'
import { serviceAttributes } from './service-attributes.ts'

describe('who speaks', () => {
  it('is the service, unless the variables of OpenTelemetry say otherwise', () => {
    expect(serviceAttributes('intake', {})).toMatchObject({ 'service.name': 'intake', 'service.namespace': 'pagebell' })
    const env = {
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=a, deployment.environment.name = two%20words,',
      OTEL_SERVICE_NAME: 'b',
    }
    expect(serviceAttributes('intake', env)).toMatchObject({
      'service.name': 'b',
      'deployment.environment.name': 'two words',
    })
  })

  it.each(['no-value', 'a=b,=c', 'a=%zz'])('leaves %s out whole', (text) => {
    const names = Object.keys(serviceAttributes('intake', { OTEL_RESOURCE_ATTRIBUTES: text }))
    expect(names).toEqual(['service.namespace', 'service.name', 'service.instance.id'])
  })
})
