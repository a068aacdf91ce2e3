import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { findProgram } from '@pagebell/start/find-program'
import type { PrivateServer } from '@pagebell/start/private-server'

/** Runs rabbitmqctl against a private RabbitMQ, with the environment of the server. */
export async function controlRabbitmq(server: PrivateServer, ...args: string[]): Promise<void> {
  const control = await findProgram('rabbitmqctl', ['/usr/lib/rabbitmq/bin', '/opt/homebrew/sbin', '/usr/local/sbin'])
  const pid = server.processes[0]?.pid
  if (control === undefined || pid === undefined)
    throw new Error('rabbitmqctl or the process of RabbitMQ was not found.')
  const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')
  const env = Object.fromEntries(environment.map((line) => line.split(/=(.*)/s, 2)))
  await promisify(execFile)(control, args, { env })
}
