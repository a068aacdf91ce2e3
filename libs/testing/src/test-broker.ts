import { connectToAny } from '@pagebell/broker/connect-to-any'
import { deleteTopology } from '@pagebell/broker/topology'
import { newPrefix, testRun } from './test-run.ts'

/** A prefix in the shared RabbitMQ under which one test file's exchange and queues live. */
export function testBroker(): { url: string; prefix: string; cleanUp(): Promise<void> } {
  const { amqpUrl: url } = testRun()
  const prefix = newPrefix()
  return { url, prefix, cleanUp: () => deletePrefix(url, prefix) }
}

/** Deletes the exchange and every queue that a broker with this prefix has declared. */
export async function deletePrefix(url: string, prefix: string): Promise<void> {
  const connection = await connectToAny(url, 'pagebell-tests')
  try {
    await deleteTopology(await connection.createChannel(), prefix)
  } finally {
    await connection.close()
  }
}
