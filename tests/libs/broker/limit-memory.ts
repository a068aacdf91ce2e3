import type { PrivateServer } from '@pagebell/start/private-server'
import { controlRabbitmq } from './control-rabbitmq.ts'

/** Tells a private RabbitMQ how much memory it may use; with less than it has it reads no more from those who publish. */
export async function limitMemory(server: PrivateServer, limit: 'nothing' | 'plenty'): Promise<void> {
  await controlRabbitmq(server, 'set_vm_memory_high_watermark', 'absolute', limit === 'nothing' ? '1MB' : '64GB')
}
