import { stripVTControlCharacters } from 'node:util'
import { expect, it } from '@jest/globals'
import { welcome } from './print-welcome.ts'

const addresses = {
  publicUrl: 'http://127.0.0.1:8080',
  sandboxUrl: 'http://127.0.0.1:8090',
  sampleSiteUrl: 'http://127.0.0.1:8091',
}
const demo = { email: 'demo@example.com', apiKey: 'pbk_1', project: '127.0.0.1', hookToken: 'pbh_1' }

it('leads to the set-up of the sample site at its own address, with its port', () => {
  const lines = stripVTControlCharacters(welcome(addresses, demo, undefined)).split('\n')
  const [address] = lines.filter((line) => line.includes('First steps')).flatMap((line) => line.match(/http\S+/) ?? [])
  const url = new URL(address ?? '')
  expect([url.origin, url.pathname]).toEqual([addresses.publicUrl, '/projects/127.0.0.1/setup/site'])
  expect(url.searchParams.get('address')).toBe('http://127.0.0.1:8091/')
})
