import { readFile } from 'node:fs/promises'
import { readConfig } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'
import { UsageError } from './command.ts'

const schema = Type.Object({
  INTERNAL_TOKEN: Type.String({ minLength: 1, description: 'the secret that services show each other' }),
  PROJECT_RPC: Type.String({ default: '127.0.0.1:50051', description: 'host:port of the project service' }),
  INTAKE_RPC: Type.String({ default: '127.0.0.1:50053', description: 'host:port of the intake service' }),
  NOTIFIER_RPC: Type.String({ default: '127.0.0.1:50054', description: 'host:port of the notifier service' }),
  AMQP_URL: Type.String({ default: 'amqp://guest:guest@127.0.0.1:5672', description: 'RabbitMQ' }),
  PUBLIC_URL: Type.String({
    default: 'http://127.0.0.1:8080',
    description: 'the address under which people reach Pagebell',
  }),
  AMQP_PREFIX: Type.String({ default: '', description: 'put before the name of every exchange and queue' }),
})

export type SystemAddresses = Static<typeof schema>

/**
 * Where the system runs: from the environment if it has INTERNAL_TOKEN, else from the file in which `npm start` keeps the
 * addresses of the system on this machine.
 */
export async function findSystem(env: NodeJS.ProcessEnv, runFile: URL): Promise<SystemAddresses> {
  if (env['INTERNAL_TOKEN'] || env['INTERNAL_TOKEN_FILE']) return readConfig(schema, env)
  const text = await readFile(runFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UsageError('No running system found: run npm start first, or set INTERNAL_TOKEN and the *_RPC addresses.')
  })
  const running = JSON.parse(text) as { env: NodeJS.ProcessEnv }
  return readConfig(schema, running.env)
}
