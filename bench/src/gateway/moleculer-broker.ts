import { ServiceBroker } from 'moleculer'

/** One of two nodes with fixed addresses, on Moleculer's TCP transporter; all other options are defaults. */
export function moleculerBroker(nodeID: 'gateway' | 'service'): ServiceBroker {
  const { NODES = '' } = process.env
  const options = { udpDiscovery: false, urls: NODES }
  return new ServiceBroker({ nodeID, transporter: { type: 'TCP', options }, logger: false })
}
