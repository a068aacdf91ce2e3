import { expect, it } from '@jest/globals'
import { ownerKeyFor } from './indexnow-host.ts'

const key = 'mine-mine'
const onShop = 'https://shop.example.com/keys/mine.txt'
const onSite = 'https://example.com:8443/keys/mine.txt'

it.each([
  ['example.com', { key }, { key }],
  ['www.example.com', { key }, { key }],
  ['shop.example.com', { key }, {}],
  ['badexample.com', { key }, {}],
  ['shop.example.com', { key, key_location: onShop }, { key, key_location: onShop }],
  ['example.com', { key, key_location: onShop }, { key }],
  ['blog.example.com', { key, key_location: onShop }, {}],
  ['example.com', { key, key_location: onSite }, { key, key_location: onSite }],
  ['www.example.com', { key, key_location: onSite }, { key }],
  ['shop.example.com', { key_location: onShop }, { key_location: onShop }],
  ['example.com', { key_location: onShop }, {}],
  ['example.com', {}, {}],
])('%s has of %j what is valid for it', (host, set, valid) => {
  expect(ownerKeyFor(host, 'example.com', set)).toEqual(valid)
})
