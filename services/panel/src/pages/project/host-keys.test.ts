import { describe, expect, it } from '@jest/globals'
import type { Care__Output as ChannelStatus } from '@pagebell/protos/notifier/v1/channel_care'
import type { ChannelSetup__Output as ChannelSetup } from '@pagebell/protos/project/v1/channel_settings'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import { loadHostKeys, siteHostOf } from './host-keys.ts'

const asks = {
  channelKeys: { getIndexNowKey: async ({ host }: { host: string }) => ({ key: `key-of-${host}` }) },
} as unknown as Parameters<typeof loadHostKeys>[0]
const load = async (name: string, hosts: string[], settings = {}) => {
  const found = await loadHostKeys(asks, {
    account_id: 'account',
    project: { project: name, project_id: 'project', indexnow_key: 'own' } as Project,
    channels: [{ channel: 'indexnow', settings_json: JSON.stringify(settings) } as ChannelSetup],
    status: { key_files: hosts.map((host) => ({ host, scheme: host.includes(':') ? 'http' : '' })) } as ChannelStatus,
  })
  return found.map(({ address }) => address)
}

describe('the addresses of key files', () => {
  it('are those of the hosts whose URLs were submitted', async () => {
    expect(await load('example.com', ['www.example.com', 'shop.example.com'])).toEqual([
      'https://www.example.com/own.txt',
      'https://shop.example.com/key-of-shop.example.com.txt',
    ])
  })

  it('are those of the host with and without www before anything was submitted', async () => {
    expect(await load('example.com', [])).toEqual(['https://example.com/own.txt', 'https://www.example.com/own.txt'])
    expect(await load('shop.example.com', [])).toEqual(['https://shop.example.com/own.txt'])
  })

  it('have the scheme by which the host was checked', async () => {
    expect(await load('example.com', ['example.com:8080'])).toEqual(['http://example.com:8080/own.txt'])
  })

  it('have a key of the owner’s on the hosts for which it is valid alone', async () => {
    const hosts = ['example.com', 'www.example.com', 'shop.example.com', 'blog.example.com:8080']
    const settings = { key: 'mine', key_location: 'https://shop.example.com/keys/mine.txt' }
    expect(await load('example.com', hosts, settings)).toEqual([
      'https://example.com/mine.txt',
      'https://www.example.com/mine.txt',
      'https://shop.example.com/keys/mine.txt',
      'http://blog.example.com:8080/key-of-blog.example.com.txt',
    ])
  })

  it('are at the address that the owner has named on its host alone', async () => {
    // Settings without a key are shown with the project's.
    const settings = { key: 'own', key_location: 'https://shop.example.com/keys/shop.txt' }
    expect(await load('example.com', ['example.com', 'shop.example.com'], settings)).toEqual([
      'https://example.com/own.txt',
      'https://shop.example.com/keys/shop.txt',
    ])
  })
})

it('takes the host of a site, with its port, and the scheme from its first page', () => {
  expect(siteHostOf('http://127.0.0.1:8091/en/')).toEqual({ host: '127.0.0.1:8091', scheme: 'http' })
})
