import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { key, startTestEnvironment, submit, type TestEnvironment } from './start-notifier.ts'

let environment: TestEnvironment
let care: ReturnType<TestEnvironment['callCare']>
const running = new AsyncDisposableStack()
beforeAll(async () => {
  environment = running.use(await startTestEnvironment())
  care = running.use(environment.callCare(running.use(await environment.startCopy())))
})
afterAll(() => running.disposeAsync())
beforeEach(() => environment.clear())

/** A project whose IndexNow settings are these, beside its key. */
function project(settings: object): { project_id: string } {
  const project_id = crypto.randomUUID()
  environment.projects.settings.set(`${project_id} indexnow`, { key, ...settings })
  return { project_id }
}

describe('key files', () => {
  it('of submitted hosts are checked repeatedly, and problems are reported', async () => {
    let body = key
    const site = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(body),
    )
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
    try {
      const { account_id, project_id } = await submit(environment.broker, {
        project: '127.0.0.1',
        urls: [`http://${host}/a`],
      })
      const seen = async () => (await care.getCare({ account_id, project_id })).key_files[0]
      const good = await until('it was looked at', async () => {
        const file = await seen()
        return file?.checked_at !== undefined && file
      })
      expect(good).toEqual({ host, scheme: 'http', checked_at: expect.any(String) })
      body = '<!doctype html><title>Just a moment</title>'
      expect(await until('the wall is seen', async () => (await seen())?.problem)).toContain('firewall or bot check')
      body = key
      await until('it is good again', async () => (await seen())?.problem === undefined)
      const strange = { account_id: crypto.randomUUID(), project_id }
      expect((await care.getCare(strange)).key_files).toEqual([])
    } finally {
      site.closeAllConnections()
      await new Promise((resolve) => site.close(resolve))
    }
  })

  it('of a site without HTTPS are checked by http, from then on too', async () => {
    const site = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(key),
    )
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
    const place = { account_id: crypto.randomUUID(), project_id: crypto.randomUUID() }
    try {
      expect(await care.checkKeyFile({ ...place, host })).toMatchObject({
        scheme: 'https',
        problem: expect.stringContaining('cannot be reached'),
      })
      const good = { host, scheme: 'http', checked_at: expect.any(String) }
      expect(await care.checkKeyFile({ ...place, host, scheme: 'http' })).toEqual(good)
      expect(await care.checkKeyFile({ ...place, host })).toEqual(good)
      expect((await care.getCare(place)).key_files).toEqual([good])
      await expect(care.checkKeyFile({ ...place, host, scheme: 'ftp' })).rejects.toMatchObject({
        kind: 'invalid',
        errors: { scheme: ['must be one of: http, https'] },
      })
    } finally {
      site.closeAllConnections()
      await new Promise((resolve) => site.close(resolve))
    }
  })

  it('keep the scheme that was chosen while a check by the other one is under way', async () => {
    let requests = 0
    const held = new Set<Duplex>()
    const site = createServer((_request, response) => {
      requests += 1
      response.writeHead(200, { 'content-type': 'text/plain' }).end(key)
    })
    // A client that speaks TLS waits for an answer.
    site.on('clientError', (_error, socket) => held.add(socket))
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
    try {
      const { account_id, project_id } = await submit(environment.broker, {
        project: '127.0.0.1',
        urls: [`https://${host}/a`],
      })
      await until('it is checked by https', () => held.size > 0)
      const good = { host, scheme: 'http', checked_at: expect.any(String) }
      expect(await care.checkKeyFile({ account_id, project_id, host, scheme: 'http' })).toEqual(good)
      const [before, heldBefore] = [requests, held.size]
      for (const socket of held) socket.destroy()
      await until('it is checked twice more', () => requests >= before + 2 || held.size > heldBefore)
      expect((await care.getCare({ account_id, project_id })).key_files).toEqual([good])
    } finally {
      for (const socket of held) socket.destroy()
      site.closeAllConnections()
      await new Promise((resolve) => site.close(resolve))
    }
  })

  it('prove who owns a site by the generated key alone, and not by a text of the site that the settings name', async () => {
    const texts = new Map([['/revision.txt', '3f2a91c0d4e5']])
    const site = createServer((request, response) => {
      const text = texts.get(request.url ?? '')
      response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(text)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
    const chosen = { key: '3f2a91c0d4e5', key_location: `http://${host}/revision.txt` }
    const place = { account_id: crypto.randomUUID(), ...project(chosen), host, scheme: 'http' }
    const proof = { ...place, generated_key: true }
    const good = { host, scheme: 'http', checked_at: expect.any(String) }
    try {
      expect(await care.checkKeyFile(place)).toEqual(good)
      const problem = `http://${host}/${key}.txt answers 404, not 200.`
      expect(await care.checkKeyFile(proof)).toEqual({ ...good, problem })
      // What deliveries need is another file, of which this check says nothing.
      expect((await care.getCare(place)).key_files).toEqual([good])
      texts.set(`/${key}.txt`, key)
      expect(await care.checkKeyFile(proof)).toEqual(good)
    } finally {
      site.closeAllConnections()
      await new Promise((resolve) => site.close(resolve))
    }
    const away = { problem: expect.stringContaining(`http://${host}/${key}.txt cannot be reached`) }
    expect(await care.checkKeyFile(proof)).toMatchObject(away)
    environment.projects.gone.add(place.project_id)
    await expect(care.checkKeyFile({ ...proof, host: 'x.example' })).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('are looked at when asked', async () => {
    const place = { account_id: crypto.randomUUID(), project_id: crypto.randomUUID() }
    const seen = await care.checkKeyFile({ ...place, host: 'nothing.invalid' })
    expect(seen).toMatchObject({ host: 'nothing.invalid', problem: expect.stringContaining('cannot be reached') })
    expect((await care.getCare(place)).key_files).toMatchObject([{ host: 'nothing.invalid', problem: seen.problem }])
    environment.projects.gone.add(place.project_id)
    await expect(care.checkKeyFile({ ...place, host: 'x.example' })).rejects.toMatchObject({ kind: 'not_found' })
    await expect(care.checkKeyFile({ ...place, host: 'x/y' })).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('the key file of a host', () => {
  const place = () => ({ account_id: crypto.randomUUID(), ...project({}) })

  it('is at its root', async () => {
    const { account_id, project_id } = place()
    const found = await care.findKeyFile({ account_id, project_id, host: 'www.example.com:8443' })
    expect(found).toEqual({ key, location: `https://www.example.com:8443/${key}.txt` })
  })

  it('is where the settings say', async () => {
    const key_location = `https://www.example.com/files/${key}.txt`
    const about = { account_id: crypto.randomUUID(), ...project({ key_location }), host: 'www.example.com' }
    expect(await care.findKeyFile(about)).toEqual({ key, location: key_location })
  })

  it('is not found for a project that is gone, and not told for what is no host', async () => {
    const about = place()
    await expect(care.findKeyFile({ ...about, host: 'x/y' })).rejects.toMatchObject({ kind: 'not_found' })
    environment.projects.gone.add(about.project_id)
    await expect(care.findKeyFile({ ...about, host: 'x.example' })).rejects.toMatchObject({ kind: 'not_found' })
  })
})
