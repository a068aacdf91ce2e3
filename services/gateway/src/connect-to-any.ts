import { buildConnector } from 'undici'

/**
 * Makes each connection to the next of several copies of a service, and to another where one refuses: until a connection
 * is made nothing has been sent, so that nothing can happen twice. A copy that stops refuses first and finishes what it has.
 */
export function connectToAny(origins: readonly URL[], timeout: number): buildConnector.connector {
  const connect = buildConnector({ timeout })
  let turn = 0

  return (options, callback) => {
    turn = (turn + 1) % origins.length
    const inTurn = [...origins.slice(turn), ...origins.slice(0, turn)]
    const attempt = ([origin, ...others]: URL[]): void => {
      if (origin === undefined) {
        callback(new Error('There is no address to connect to.'), null)
        return
      }
      const { protocol, hostname, host, port } = origin
      connect({ ...options, protocol, hostname, host, port }, (error, socket) => {
        if (error !== null && others.length > 0) attempt(others)
        else if (error !== null) callback(error, null)
        else callback(null, socket)
      })
    }
    attempt(inTurn)
  }
}
