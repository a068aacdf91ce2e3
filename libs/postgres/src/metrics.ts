import { gauge, histogram, requestBuckets } from '@pagebell/runtime/define-metric'

export const dbDuration = histogram({
  name: 'db.client.operation.duration',
  unit: 's',
  description: 'Statements by name, without the wait for a connection.',
  labels: ['db.query.summary', 'error.type'],
  buckets: requestBuckets,
})

export const dbConnections = gauge({
  name: 'db.client.connection.count',
  unit: '{connection}',
  description: 'Connections of the pool to PostgreSQL.',
  labels: ['db.client.connection.pool.name', 'db.client.connection.state'],
})

export const dbConnectionsMax = gauge({
  name: 'db.client.connection.max',
  unit: '{connection}',
  description: 'Maximum size of the connection pool.',
  labels: ['db.client.connection.pool.name'],
})

export const dbWaiting = gauge({
  name: 'db.client.connection.pending_requests',
  unit: '{request}',
  description: 'Requests that wait for a connection of the pool.',
  labels: ['db.client.connection.pool.name'],
})
