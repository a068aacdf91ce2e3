import { ServiceBroker } from 'moleculer'

/** A node of two that know one another's addresses, over Moleculer's own TCP transporter; all else as it comes. */
export function moleculerBroker(nodeID: 'gateway' | 'service'): ServiceBroker {
  const { NODES = '' } = process.env
  const options = { udpDiscovery: false, urls: NODES }
  return new ServiceBroker({ nodeID, transporter: { type: 'TCP', options }, logger: false })
}
