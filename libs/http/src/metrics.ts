import { histogram, requestBuckets } from '@pagebell/runtime/define-metric'

export const httpServerDuration = histogram({
  name: 'http.server.request.duration',
  unit: 's',
  description: 'Requests by route template, from their headers to the last byte of the response.',
  labels: ['http.request.method', 'http.route', 'http.response.status_code'],
  buckets: requestBuckets,
})
