import { expect, it } from '@jest/globals'
import { withoutWww } from './without-www.ts'

it.each([
  ['www.example.com', 'example.com'],
  ['example.com', 'example.com'],
  ['www.example.com:8443', 'example.com:8443'],
  ['www2.example.com', 'www2.example.com'],
  ['www.www.example.com', 'www.example.com'],
  ['www.com', 'www.com'],
  ['localhost:8080', 'localhost:8080'],
])('%s is the site %s', (host, expected) => {
  expect(withoutWww(host)).toBe(expected)
})
