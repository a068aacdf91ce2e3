import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Range = [Address, number]

/** The IANA IPv4 special-purpose blocks that are not globally reachable, multicast, reserved space, and Azure's host address. */
const blockedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
].map((range) => parseRange(range))

/** IPv6: only global unicast is reachable, except its tunnelling and documentation blocks. */
const globalUnicast = parseRange('2000::/3')
const blockedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'].map((range) =>
  parseRange(range),
)

/** Throws if the text is not a CIDR. */
export function parseRange(text: string): Range {
  const [address, bits] = ipaddr.parseCIDR(text.trim())
  return [address, bits]
}

/** Denies by default: only an address that is known to be public is. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === undefined) return false
  if (address.kind() === 'ipv4') return !blockedIpv4.some((range) => isInside(address, range))
  return isInside(address, globalUnicast) && !blockedIpv6.some((range) => isInside(address, range))
}

export function isInAny(text: string, ranges: readonly Range[]): boolean {
  const address = parseAddress(text)
  return address !== undefined && ranges.some((range) => isInside(address, range))
}

/** An address with a zone ("fe80::1%eth0") is local to an interface of this machine, and never public. */
function parseAddress(text: string): Address | undefined {
  return !text.includes('%') && ipaddr.isValid(text) ? ipaddr.parse(text) : undefined
}

function isInside(address: Address, [network, bits]: Range): boolean {
  if (address.kind() !== network.kind()) return false
  return address.match(network, bits)
}
