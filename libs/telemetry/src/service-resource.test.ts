import { describe, expect, it } from '@jest/globals'
import { serviceResource } from './service-resource.ts'

describe('the resource', () => {
  it('is the service, unless the variables of OpenTelemetry override it', () => {
    expect(serviceResource('intake', {}).attributes).toMatchObject({
      'service.name': 'intake',
      'service.namespace': 'pagebell',
    })
    const env = {
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=a, deployment.environment.name = two%20words,',
      OTEL_SERVICE_NAME: 'b',
    }
    expect(serviceResource('intake', env).attributes).toMatchObject({
      'service.name': 'b',
      'deployment.environment.name': 'two words',
    })
  })

  it.each(['no-value', 'a=b,=c', 'a=%zz'])('leaves %s out whole', (text) => {
    const names = Object.keys(serviceResource('intake', { OTEL_RESOURCE_ATTRIBUTES: text }).attributes)
    const ofSdk = ['telemetry.sdk.language', 'telemetry.sdk.name', 'telemetry.sdk.version']
    expect(names.sort()).toEqual(['service.instance.id', 'service.name', 'service.namespace', ...ofSdk])
  })
})
