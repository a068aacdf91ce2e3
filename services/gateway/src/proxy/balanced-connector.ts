import { buildConnector } from 'undici'

/**
 * Connects to several copies of a service in turn (round robin), and to the next one where a copy refuses. That is
 * safe: nothing is sent before a connection is made. A copy that stops refuses connections first and then finishes.
 */
export function balancedConnector(origins: readonly URL[], timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs })
  let next = 0

  return (options, callback) => {
    next = (next + 1) % origins.length
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
    attempt([...origins.slice(next), ...origins.slice(0, next)])
  }
}
