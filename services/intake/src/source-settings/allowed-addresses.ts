import { BlockList, isIP } from 'node:net'

export const maxAllowedAddresses = 50

/** An address or a range of them; undefined if the text is neither. */
function rangeOf(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0 || address.includes('%')) return undefined
  const maxBits = version === 4 ? 32 : 128
  if (prefix === undefined) return { address, bits: maxBits, family: version === 4 ? 'ipv4' : 'ipv6' }
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  return bits >= 0 && bits <= maxBits ? { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined
}

export const isCidr = (text: string): boolean => rangeOf(text) !== undefined

/** Whether a client may send: an empty list allows every address. An IPv4 address in the form of IPv6 is that address. */
export function isAllowedAddress(address: string, cidrs: readonly string[]): boolean {
  if (cidrs.length === 0) return true
  const allowed = new BlockList()
  for (const cidr of cidrs) {
    const range = rangeOf(cidr)
    if (range !== undefined) allowed.addSubnet(range.address, range.bits, range.family)
  }
  const version = isIP(address)
  return version !== 0 && allowed.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
