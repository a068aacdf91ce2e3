import { connect } from 'amqplib'
import { isAway } from './connection-error.ts'
import { hidePassword } from './hide-password.ts'
import { StartProblem } from './start-problem.ts'

/** Whether a usable RabbitMQ responds at `url`. Throws a StartProblem if it is unusable. */
export async function probeRabbitmq(url: string): Promise<boolean> {
  const first = url.split(',')[0] ?? url
  try {
    const connection = await connect(first, { timeout: 5_000 })
    // The result is known; later connection errors do not matter.
    connection.on('error', () => undefined)
    const version = String(connection.connection.serverProperties.version)
    await connection.close()
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (major < 3 || (major === 3 && minor < 10)) {
      throw new StartProblem(
        `RabbitMQ at ${hidePassword(first)} is version ${version}; Pagebell needs 3.10 or newer. Set AMQP_URL to another server, or start with --own-servers.`,
      )
    }
    return true
  } catch (error) {
    if (error instanceof StartProblem) throw error
    if (isAway(error)) return false
    if (/ACCESS_REFUSED|403|Handshake terminated/i.test(String(error))) {
      throw new StartProblem(
        `RabbitMQ refuses the user or password of ${hidePassword(first)}. Set AMQP_URL to the right ones, or start with --own-servers.`,
      )
    }
    throw new StartProblem(`RabbitMQ at ${hidePassword(first)} cannot be used: ${String(error)}`)
  }
}
