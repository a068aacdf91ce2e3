// Creates what services require at start: databases, roles and tables, the exchange and all queues. Idempotent, and
// safe to run concurrently.
import { join } from 'node:path'
import { declareTopology } from '@pagebell/broker/topology'
import { closeSharedDatabases } from '@pagebell/postgres/close-shared-databases'
import { migrate } from '@pagebell/postgres/migrate'
import { readConfig } from '@pagebell/runtime/read-config'
import { Type } from '@pagebell/schema/type'
import { connect } from 'amqplib'
import { deployedServices } from '../deployed-services.ts'

const owners = deployedServices.filter(({ owns }) => owns.database).map(({ name }) => name)
const ownUrl = (service: string): string => `${service.toUpperCase()}_DATABASE_URL`

const config = readConfig(
  Type.Object({
    DATABASE_URL: Type.String({ description: 'PostgreSQL, as one who may make databases and roles', minLength: 1 }),
    AMQP_URL: Type.String({ description: 'RabbitMQ, as one who may declare; comma-separated for a cluster' }),
    POSTGRES_SHARED: Type.String({
      default: '',
      description: '1 where other applications use the server: its databases postgres and template1 stay open to them',
    }),
    AMQP_PREFIX: Type.String({ default: '', description: 'stands before the names of exchanges and queues' }),
    ...Object.fromEntries(
      owners.map((service) => [ownUrl(service), Type.String({ description: `the DATABASE_URL of ${service}` })]),
    ),
  }),
  process.env,
) as Record<string, string>

for (const service of owners) {
  const { username, password, pathname } = new URL(config[ownUrl(service)] ?? '')
  const folder = join(import.meta.dirname, '../../../../services', service, 'migrations')
  const applied = await migrate({
    adminUrl: config['DATABASE_URL'] ?? '',
    database: pathname.slice(1),
    role: username,
    password: decodeURIComponent(password),
    folder,
  })
  console.log(`${pathname.slice(1)}: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'up to date'}`)
}

if (config['POSTGRES_SHARED'] !== '1') await closeSharedDatabases(config['DATABASE_URL'] ?? '')

const connection = await connect((config['AMQP_URL'] ?? '').split(',')[0] ?? '', { timeout: 5_000 })
await declareTopology(await connection.createChannel(), config['AMQP_PREFIX'] ?? '')
await connection.close()
console.log('RabbitMQ: every queue is declared')
