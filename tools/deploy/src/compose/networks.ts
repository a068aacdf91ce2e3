import { callersOf, deployedServices } from '../deployed-services.ts'

type Network = { members: readonly string[]; internal: boolean }

const grpcServices = deployedServices.filter(({ ports }) => ports.some(({ name }) => name === 'grpc'))
const reachesOut = ({ name, reachesOutside }: (typeof deployedServices)[number]): boolean =>
  // A published port needs a network that has a way out.
  reachesOutside || name === 'gateway'

/** One container and one that it uses; nobody else is in sight. */
const pairs: [user: string, used: string][] = [
  ...deployedServices.flatMap(({ name, owns, broker, calls, forwardsTo }) =>
    [
      ...(owns.database ? ['postgres'] : []),
      ...(owns.redis ? ['redis'] : []),
      ...(owns.dedupe ? ['dedupe-redis'] : []),
      ...(broker ? ['rabbitmq'] : []),
      ...new Set([...calls, ...forwardsTo]),
    ].map((used): [string, string] => [name, used]),
  ),
  ['prepare', 'postgres'],
  ['prepare', 'rabbitmq'],
  ['admin', 'rabbitmq'],
  ...grpcServices
    .filter(({ name }) => callersOf(name).includes('admin'))
    .map(({ name }): [string, string] => ['admin', name]),
]

/** Every network by its name. Those that only a profile needs have no members but one without it. */
const networks: Readonly<Record<string, Network>> = {
  ...Object.fromEntries(pairs.map((members) => [members.join('-'), { members, internal: true }])),
  // The sandbox stands for engines and sites: those that reach out see it.
  ...Object.fromEntries(
    deployedServices
      .filter(reachesOut)
      .map((one) => [
        `${one.name}-outside`,
        { members: [one.name, ...(one.reachesOutside ? ['sandbox', 'sample-site'] : [])], internal: false },
      ]),
  ),
  ...Object.fromEntries(
    deployedServices.map(({ name }) => [
      `${name}-observability`,
      { members: [name, 'collector', 'prometheus'], internal: true },
    ]),
  ),
  observability: { members: ['collector', 'jaeger', 'prometheus', 'grafana'], internal: true },
  'grafana-outside': { members: ['grafana'], internal: false },
}

/** The networks of a container. */
export function networksOf(container: string): string[] {
  const found = Object.entries(networks).filter(([, { members }]) => members.includes(container))
  return found.map(([name]) => name)
}

/**
 * The addresses of a network. Docker's own pools hold about 30 networks, so that these come from a block of their own, 64
 * addresses for each; and whoever believes a proxy can name the network that it shares with it.
 */
export function subnetOf(network: string): string {
  const index = Object.keys(networks).indexOf(network)
  if (index < 0) throw new Error(`There is no network ${network}.`)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: for the shell that compose stands in for.
  const block = '${PAGEBELL_NETWORK:-10.213}'
  return `${block}.${Math.floor(index / 4)}.${(index % 4) * 64}/26`
}

/** The section `networks` of docker-compose.yml. */
export function networkSection(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(networks).map(([name, { internal }]) => [
      name,
      { ...(internal ? { internal } : {}), ipam: { config: [{ subnet: subnetOf(name) }] } },
    ]),
  )
}
