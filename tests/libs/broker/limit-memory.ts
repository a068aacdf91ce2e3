import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { findProgram } from '@pagebell/start/find-program'
import type { PrivateServer } from '@pagebell/start/private-server'

/** Tells a private RabbitMQ how much memory it may use; with less than it has it reads no more from those who publish. */
export async function limitMemory(server: PrivateServer, limit: 'nothing' | 'plenty'): Promise<void> {
  const control = await findProgram('rabbitmqctl', ['/usr/lib/rabbitmq/bin', '/opt/homebrew/sbin', '/usr/local/sbin'])
  const pid = server.processes[0]?.pid
  if (control === undefined || pid === undefined) throw new Error('This RabbitMQ cannot be told anything.')
  // The command finds its server by what the server's own environment says.
  const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')
  const env = Object.fromEntries(environment.map((line) => line.split(/=(.*)/s, 2)))
  const absolute = limit === 'nothing' ? '1MB' : '64GB'
  await promisify(execFile)(control, ['set_vm_memory_high_watermark', 'absolute', absolute], { env })
}
