import { expect, it } from '@jest/globals'
import { isAllowedAddress, isCidr } from './allowed-addresses.ts'

it.each([
  ['192.0.2.0/24', true],
  ['192.0.2.1', true],
  ['2001:db8::/32', true],
  ['0.0.0.0/0', true],
  ['192.0.2.0/33', false],
  ['192.0.2.0/', false],
  ['192.0.2.0/-1', false],
  ['192.0.2.0/24/24', false],
  ['fe80::1%eth0', false],
  ['example.com', false],
  ['', false],
])('%s is an address or a range: %s', (text, expected) => {
  expect(isCidr(text)).toBe(expected)
})

it.each([
  ['192.0.2.7', ['192.0.2.0/24'], true],
  ['192.0.3.7', ['192.0.2.0/24'], false],
  ['192.0.3.7', ['192.0.2.0/24', '192.0.3.7'], true],
  ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
  ['2001:db8::7', ['2001:db8::/32'], true],
  ['2001:db9::7', ['2001:db8::/32'], false],
  ['192.0.2.7', ['2001:db8::/32'], false],
  ['no address', ['0.0.0.0/0'], false],
  ['192.0.2.7', [], true],
])('%s of %j: %s', (address, cidrs, expected) => {
  expect(isAllowedAddress(address, cidrs)).toBe(expected)
})
