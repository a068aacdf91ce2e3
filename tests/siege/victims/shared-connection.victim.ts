import { Client } from 'undici'
import { refusedRequests } from '../harness/refused-requests.ts'
import { timeoutMs, type VictimKind } from './victim.ts'

const json = { 'content-type': 'application/json' }

/**
 * Straight at intake, as a proxy that shares its connections among clients reaches it: another client's request goes before
 * the victim's on the same connection. While the attack is on it is one that is refused before its body is read.
 */
export const victim: VictimKind = {
  does: 'webhook straight at intake, on a connection that carried a refused request before',
  intervalMs: 300,
  async open({ intakeUrl }, { hookToken, project }) {
    const path = `/api/hooks/${hookToken}/submit`
    let asked = 0
    async function send(connection: Client, headers: Record<string, string>, body: string | Buffer): Promise<number> {
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await connection.request({ path, method: 'POST', headers, body, signal })
      await answer.body.dump()
      return answer.statusCode
    }
    return {
      async prepare(phase) {
        const number = asked++
        const body = JSON.stringify({ urls: [`https://${project}/shared/${number}`] })
        const connection = new Client(intakeUrl, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
        const { wrongType, tooLarge } = refusedRequests(hookToken)
        const refused = number % 2 === 0 ? wrongType : tooLarge
        const other = phase === 'attacked' ? refused : { headers: json, body: JSON.stringify({ urls: [] }) }
        // Its end is not the victim's: a connection that is closed after an early answer is as good as one that is kept.
        await send(connection, other.headers, other.body).catch(() => undefined)
        return async () => {
          try {
            const status = await send(connection, json, body)
            if (status !== 202) throw new Error(`answered ${status}`)
          } finally {
            await connection.destroy()
          }
        }
      },
      [Symbol.asyncDispose]: async () => undefined,
    }
  },
}
