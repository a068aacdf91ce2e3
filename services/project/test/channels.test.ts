import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBroker } from '@pagebell/broker/broker'
import { channelsChanged } from '@pagebell/messages/channels-changed'
import type { Body } from '@pagebell/messages/define-message'
import { until } from '@pagebell/testing/until'
import { createSeal } from '@pagebell/tokens/seal'
import { type RunningProject, startProject } from './start-project.ts'

const [olderKey, newerKey] = ['the key of last year, long enough', 'the key of this year, long enough']
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const service_account = { type: 'service_account', client_email: 'bell@shop.example', private_key, client_id: '1' }
const api_key = 'b1465a6d0c2e4f38a7d95e02c8f4136b'

let service: RunningProject
const published: Body<typeof channelsChanged>[] = []
const listening = new AsyncDisposableStack()
beforeAll(async () => {
  service = await startProject({ settingsKey: `${newerKey},${olderKey}` })
  const broker = listening.use(await connectBroker({ ...service.queues, log: service.log, service: 'intake' }))
  listening.use(await broker.consume(channelsChanged, 'intake', async (body) => void published.push(body)))
})
afterAll(async () => {
  await listening.disposeAsync()
  await service?.[Symbol.asyncDispose]()
})

async function newSite() {
  const { accountId: account_id } = await service.newAccount()
  const { project, project_id, indexnow_key } = await service.projects.createProject({
    account_id,
    project: 'shop.example',
  })
  const site = { account_id, project }
  const put = (channel: string, settings: object) =>
    service.channelSettings.putChannel({ ...site, channel, settings_json: JSON.stringify(settings) })
  const list = () => service.channelSettings.listChannels(site)
  const shown = async (channel: string) => {
    const found = (await list()).channels.find((one) => one.channel === channel)
    return { ...found, settings: JSON.parse(found?.settings_json ?? '') }
  }
  const open = async (channel: string, host = 'shop.example', generated_key = false) => {
    const asked = { account_id, project_id, channel, host, generated_key }
    return JSON.parse((await service.channelSettings.openSettings(asked)).settings_json)
  }
  const choose = (...channels: string[]) => service.channelSettings.chooseChannels({ ...site, channels })
  const remove = (channel: string) => service.channelSettings.deleteChannel({ ...site, channel })
  return { ...site, project_id, indexnow_key, put, list, shown, open, choose, remove }
}

const invalid = (field: string) => ({ kind: 'invalid', errors: { [field]: [expect.any(String)] } })

describe('the channels of a project', () => {
  it('begin with IndexNow, ready under the project’s own key and chosen', async () => {
    const { list, open, indexnow_key } = await newSite()
    expect((await list()).channels).toMatchObject([
      { channel: 'indexnow', ready: true, chosen: true, settings_json: JSON.stringify({ key: indexnow_key }) },
      { channel: 'google', ready: false, chosen: false, settings_json: '{}' },
      { channel: 'bing', ready: false, chosen: false, settings_json: '{}' },
    ])
    expect(await open('indexnow')).toEqual({ key: indexnow_key })
    await expect(open('google')).rejects.toMatchObject({ kind: 'invalid', code: 'no_channel_settings' })
  })

  it('open the generated key alone for a proof of ownership, whatever the customer has set', async () => {
    const { put, open, indexnow_key } = await newSite()
    const ofBlog = await open('indexnow', 'blog.shop.example')
    await put('indexnow', { key: '3f2a91c0d4e5', key_location: 'https://shop.example/revision.txt' })
    expect(await open('indexnow')).toMatchObject({ key: '3f2a91c0d4e5' })
    expect(await open('indexnow', 'shop.example', true)).toEqual({ key: indexnow_key })
    await put('indexnow', { key: '3f2a91c0d4e5', key_location: 'https://blog.shop.example/revision.txt' })
    expect(await open('indexnow', 'blog.shop.example', true)).toEqual(ofBlog)
  })

  it('show secrets as their last four characters, and open them for the notifier', async () => {
    const { put, shown, open } = await newSite()
    await put('bing', { api_key })
    await put('google', { service_account: JSON.stringify(service_account), gate: false })
    expect(await shown('bing')).toMatchObject({ ready: true, settings: { api_key: '…136b' } })
    const last = private_key.replace(/-----[^-]+-----|\s/g, '').slice(-4)
    expect((await shown('google')).settings).toEqual({
      service_account: { client_email: 'bell@shop.example', private_key: `…${last}` },
      gate: false,
    })
    expect(await open('bing')).toEqual({ api_key })
    expect(await open('google')).toEqual({
      service_account: { client_email: 'bell@shop.example', private_key },
      gate: false,
    })
  })

  it('keep a secret that is left out or sent back masked, and take another one', async () => {
    const { put, shown, open } = await newSite()
    await put('google', { service_account })
    expect(await open('google')).toMatchObject({ gate: true })
    await put('google', { gate: false })
    await put('google', { ...(await shown('google')).settings, gate: true })
    expect(await open('google')).toMatchObject({ service_account: { private_key }, gate: true })
    await put('bing', { api_key })
    await put('bing', { api_key: 'another-key-of-bing' })
    expect(await open('bing')).toEqual({ api_key: 'another-key-of-bing' })
    // A masked key beside another address is not the one that is kept.
    const other = { client_email: 'other@shop.example', private_key: '…abcd' }
    await expect(put('google', { service_account: other })).rejects.toMatchObject(invalid('service_account'))
  })

  it.each([
    ['bing', {}, 'api_key'],
    ['bing', { api_key: 'a b' }, 'api_key'],
    ['bing', { api_key, more: 1 }, 'more'],
    ['google', {}, 'service_account'],
    ['google', { service_account: 'no json' }, 'service_account'],
    ['google', { service_account: { client_email: 'a@b' } }, 'service_account'],
    ['google', { service_account: { ...service_account, private_key: 'no key' } }, 'service_account'],
    ['google', { service_account, gate: 'perhaps' }, 'gate'],
    ['indexnow', { key: 'abcdefg' }, 'key'],
    ['indexnow', { key: '../../etc/passwd' }, 'key'],
    ['indexnow', { key_location: 'https://elsewhere.example/key.txt' }, 'key_location'],
    ['indexnow', { key_location: 'key.txt' }, 'key_location'],
    ['indexnow', { endpoint: 'ftp://engine.example/' }, 'endpoint'],
    ['indexnow', { endpoint: 'https://me@engine.example/' }, 'endpoint'],
    ['indexnow', { fallback_endpoint: 'engine' }, 'fallback_endpoint'],
  ])('refuse for %s %j, naming the field', async (channel, settings, field) => {
    const { put, shown } = await newSite()
    const before = await shown(channel)
    await expect(put(channel, settings)).rejects.toMatchObject(invalid(field))
    expect(await shown(channel)).toEqual(before)
  })

  it('have an IndexNow key of one’s own for the host that it speaks for', async () => {
    const { put, open, indexnow_key } = await newSite()
    const key = 'my-own-key-of-shop'
    await put('indexnow', {
      key,
      key_location: 'https://www.shop.example/keys/k.txt',
      endpoint: 'https://yandex.com/indexnow',
    })
    expect(await open('indexnow')).toEqual({ key, endpoint: 'https://yandex.com/indexnow' })
    expect(await open('indexnow', 'www.shop.example')).toMatchObject({
      key,
      key_location: 'https://www.shop.example/keys/k.txt',
    })
    const sub = await open('indexnow', 'blog.shop.example')
    expect(sub.key).toMatch(/^[0-9a-f]{32}$/)
    expect([key, indexnow_key]).not.toContain(sub.key)
    await expect(open('indexnow', 'elsewhere.example')).rejects.toMatchObject(invalid('host'))
  })

  it('are chosen when they are ready, and no longer when their settings are gone', async () => {
    const { put, choose, remove, list } = await newSite()
    await expect(choose('indexnow', 'bing')).rejects.toMatchObject(invalid('channels'))
    await expect(choose()).rejects.toMatchObject(invalid('channels'))
    await put('bing', { api_key })
    const chosen = async () => (await list()).channels.flatMap((one) => (one.chosen ? [one.channel] : []))
    await choose('bing', 'indexnow', 'bing')
    expect(await chosen()).toEqual(['indexnow', 'bing'])
    await choose('bing')
    await remove('bing')
    expect(await chosen()).toEqual(['indexnow'])
    expect(await list()).toMatchObject({ channels: [{}, {}, { ready: false, settings_json: '{}' }] })
  })

  it('are published with every change, with a version that rises', async () => {
    const { account_id, project_id, put, choose, remove } = await newSite()
    await put('bing', { api_key })
    await choose('bing')
    await remove('bing')
    const ofProject = () =>
      published.filter((body) => body.project_id === project_id).toSorted((a, b) => a.version - b.version)
    await until('all three are published', () => ofProject().length >= 3)
    const both = ['indexnow', 'bing']
    expect(ofProject()).toEqual([
      { account_id, project_id, version: 1, ready: both, chosen: ['indexnow'] },
      { account_id, project_id, version: 2, ready: both, chosen: ['bing'] },
      { account_id, project_id, version: 3, ready: ['indexnow'], chosen: ['indexnow'] },
    ])
  })

  it('of another account are those of an unknown project', async () => {
    const [account, otherAccount] = [await newSite(), await newSite()]
    await otherAccount.put('bing', { api_key })
    const unknown = { kind: 'not_found', message: 'There is no such project.' }
    const { channelSettings } = service
    for (const account_id of [randomUUID(), 'x']) {
      const site = { account_id, project: 'shop.example' }
      await expect(channelSettings.listChannels(site)).rejects.toMatchObject(unknown)
      await expect(channelSettings.deleteChannel({ ...site, channel: 'bing' })).rejects.toMatchObject(unknown)
      await expect(channelSettings.chooseChannels({ ...site, channels: ['indexnow'] })).rejects.toMatchObject(unknown)
    }
    const asked = {
      account_id: account.account_id,
      project_id: otherAccount.project_id,
      channel: 'bing',
      host: 'shop.example',
    }
    await expect(channelSettings.openSettings(asked)).rejects.toMatchObject(unknown)
    await expect(account.put('carrier-pigeon', {})).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('settings at rest', () => {
  const sealedOf = async (project_id: string) => {
    const text = 'select sealed from channel_settings where project_id = $1'
    const { rows } = await service.db.acrossAccounts().query<{ sealed: string }>({ text, values: [project_id] })
    return rows.map(({ sealed }) => sealed)
  }

  it('are sealed by the newest key, and hold nothing that could be read', async () => {
    const { put, project_id } = await newSite()
    await put('bing', { api_key })
    const [sealed = ''] = await sealedOf(project_id)
    expect(sealed.startsWith(`${createSeal(newerKey, 'channel settings').currentId}.`)).toBe(true)
    const bytes = Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1')
    expect([bytes.includes(api_key), bytes.includes('api_key')]).toEqual([false, false])
  })

  it('cannot be moved to another project', async () => {
    const [from, to] = [await newSite(), await newSite()]
    await from.put('bing', { api_key })
    await to.put('bing', { api_key: 'another-key-of-bing' })
    const [sealed] = await sealedOf(from.project_id)
    const text = 'update channel_settings set sealed = $1 where project_id = $2'
    await service.db.acrossAccounts().query({ text, values: [sealed, to.project_id] })
    await expect(to.open('bing')).rejects.toMatchObject({ kind: 'internal' })
    await service.db
      .acrossAccounts()
      .query({ text: 'delete from channel_settings where project_id = $1', values: [to.project_id] })
  })

  it('are encrypted again with a newer key, and can be read meanwhile', async () => {
    const { account_id, project_id, put, open } = await newSite()
    await put('bing', { api_key })
    const older = createSeal(olderKey, 'channel settings').seal(
      JSON.stringify({ api_key }),
      `${account_id} ${project_id} bing`,
    )
    const text = 'update channel_settings set sealed = $1 where project_id = $2'
    await service.db.acrossAccounts().query({ text, values: [older, project_id] })
    expect(await open('bing')).toEqual({ api_key })
    expect(await service.channelSettings.reencryptSettings({})).toEqual({ count: 1 })
    expect(await service.channelSettings.reencryptSettings({})).toEqual({ count: 0 })
    const [sealed = ''] = await sealedOf(project_id)
    expect(createSeal(newerKey, 'channel settings').open(sealed, `${account_id} ${project_id} bing`)).toBe(
      JSON.stringify({ api_key }),
    )
    expect(await open('bing')).toEqual({ api_key })
  })
})
