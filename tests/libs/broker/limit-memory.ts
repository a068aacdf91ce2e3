import type { PrivateServer } from '@pagebell/start/private-server'
import { controlRabbitmq } from './control-rabbitmq.ts'

/** Sets the memory limit of a private RabbitMQ; above it, RabbitMQ blocks publishers. */
export async function limitMemory(server: PrivateServer, limit: 'nothing' | 'plenty'): Promise<void> {
  await controlRabbitmq(server, 'set_vm_memory_high_watermark', 'absolute', limit === 'nothing' ? '1MB' : '64GB')
}
