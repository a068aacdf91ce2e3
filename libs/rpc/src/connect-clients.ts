import { connectRpc, type RpcClient } from './connect-rpc.ts'
import type { Contract } from './contracts.ts'
import type { Credentials } from './credentials.ts'

/** gRPC services by the names of their clients, each with the variable that holds the address of its server. */
type Services = Readonly<Record<string, readonly [Contract<unknown>, string]>>

export type RpcClients<Of extends Services> = { readonly [Name in keyof Of]: RpcClient<Of[Name][0]> }

/** The address of each server, by the variable that holds it. */
export type RpcAddresses<Of extends Services> = Readonly<Record<Of[keyof Of][1], string>>

/**
 * A client of each service, for a process that calls many. Each is created at its first use, since to read the .proto
 * files of all takes the gateway an eighth of its start; they close with `running`.
 */
export function connectClients<const Of extends Services>(
  services: Of,
  addresses: RpcAddresses<Of>,
  credentials: Credentials,
  running: AsyncDisposableStack,
): RpcClients<Of> {
  const connected = running.use(new AsyncDisposableStack())
  const clients = {}
  for (const [name, [contract, variable]] of Object.entries(services)) {
    const address = (addresses as Readonly<Record<string, string>>)[variable] ?? ''
    let client: RpcClient<Contract<unknown>> | undefined
    const get = () => {
      client ??= connected.use(connectRpc(contract, { address, ...credentials }))
      return client
    }
    Object.defineProperty(clients, name, { get, enumerable: true })
  }
  return clients as RpcClients<Of>
}
