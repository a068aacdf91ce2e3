import { type DeployedService, deployedServices } from '../deployed-services.ts'
import { adminCalls } from './admin.ts'
import { labelsOf, type Manifest, manifest } from './manifest.ts'

/** The servers that services use: pods with this name; an overlay adds addresses outside the cluster. */
const servers = { postgres: 5432, redis: 6379, 'dedupe-redis': 6379, rabbitmq: 5672 } as const
type Server = keyof typeof servers

const pods = (name: string) => ({ podSelector: { matchLabels: labelsOf(name) } })
const tcp = (port: number) => ({ protocol: 'TCP', port })

/** Addresses that are not public, such as metadata services. */
const notPublic = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']
const web = {
  to: [
    { ipBlock: { cidr: '0.0.0.0/0', except: [...notPublic, '168.63.129.16/32'] } },
    { ipBlock: { cidr: '2000::/3' } },
  ],
  ports: [tcp(80), tcp(443)],
}
/** The operator's mail server; one with an address that is not public needs a policy of the operator. */
const mail = { to: web.to, ports: [tcp(25), tcp(465), tcp(587), tcp(2525)] }
const names = {
  to: [{ namespaceSelector: {}, podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
  ports: [{ protocol: 'UDP', port: 53 }, tcp(53)],
}

/** Denies all traffic except between callers and callees. */
export function networkPolicies(): Manifest[] {
  return [
    manifest('networking.k8s.io/v1', 'NetworkPolicy', 'default-deny', {
      spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    }),
    ...deployedServices.map(servicePolicy),
    policy('prepare', [], [names, toServer('postgres'), toServer('rabbitmq')]),
    policy('admin', [], [names, ...adminCalls.map(toGrpc), toServer('rabbitmq')]),
  ]
}

function servicePolicy(service: DeployedService): Manifest {
  const { name, ports, healthPort, owns, broker, calls, forwardsTo, reachesOutside } = service
  const { sendsMail = false } = service
  const callers = deployedServices.filter((one) => [...one.calls, ...one.forwardsTo].includes(name))
  const ingress = [
    ...(callers.length > 0
      ? [{ from: callers.map((one) => pods(one.name)), ports: ports.map(({ port }) => tcp(port)) }]
      : []),
    ...(adminCalls.includes(service) ? [{ from: [pods('admin')], ports: grpcPorts(service) }] : []),
    // The ingress controller, in the namespace with its label.
    ...(name === 'gateway' || name === 'intake'
      ? [
          {
            from: [{ namespaceSelector: { matchLabels: { 'pagebell/ingress': 'true' } } }],
            ports: ports.filter((one) => one.name === 'http').map(({ port }) => tcp(port)),
          },
        ]
      : []),
    // Metrics. Every network plug-in allows probes of kubelets.
    { from: [{ namespaceSelector: { matchLabels: { 'pagebell/monitoring': 'true' } } }], ports: [tcp(healthPort)] },
  ]
  const egress = [
    names,
    ...deployedServices
      .filter((one) => calls.includes(one.name) || forwardsTo.includes(one.name))
      .map((one) => ({ to: [pods(one.name)], ports: one.ports.map(({ port }) => tcp(port)) })),
    ...(owns.database ? [toServer('postgres')] : []),
    ...(owns.redis ? [toServer('redis')] : []),
    ...(owns.dedupe ? [toServer('dedupe-redis')] : []),
    ...(broker ? [toServer('rabbitmq')] : []),
    ...(reachesOutside ? [web] : []),
    ...(sendsMail ? [mail] : []),
  ]
  return policy(name, ingress, egress)
}

const grpcPorts = ({ ports }: DeployedService) =>
  ports.filter((one) => one.name === 'grpc').map(({ port }) => tcp(port))
const toGrpc = (service: DeployedService): object => ({ to: [pods(service.name)], ports: grpcPorts(service) })
const toServer = (server: Server): object => ({ to: [pods(server)], ports: [tcp(servers[server])] })

function policy(name: string, ingress: object[], egress: object[]): Manifest {
  return manifest('networking.k8s.io/v1', 'NetworkPolicy', name, {
    spec: { podSelector: { matchLabels: labelsOf(name) }, policyTypes: ['Ingress', 'Egress'], ingress, egress },
  })
}
