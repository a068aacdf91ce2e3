import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type SampleSite, startSampleSite } from './sample-site.ts'

let site: SampleSite
beforeAll(async () => {
  site = await startSampleSite({ port: 0, keys: ['a1b2c3d4e5f64708'] })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
})

describe('the sample site', () => {
  it.each(['/', '/tasting-evenings', '/winter-offers', '/style.css', '/kettle.svg', '/favicon.ico', '/calendar.js'])(
    'serves %s',
    async (path) => {
      const answer = await fetch(site.url + path)
      expect([answer.status, (await answer.text()).includes('{{origin}}')]).toEqual([200, false])
    },
  )

  it('names itself in the canonical link of its home page', async () => {
    expect(await (await fetch(site.url)).text()).toContain(`<link rel="canonical" href="${site.url}/">`)
  })

  it('serves the file of each key it has, as text/plain and exactly the key, and of no other', async () => {
    const known = await fetch(`${site.url}/a1b2c3d4e5f64708.txt`)
    expect([known.status, known.headers.get('content-type'), await known.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'a1b2c3d4e5f64708',
    ])
    expect((await fetch(`${site.url}/another-key.txt`)).status).toBe(404)
    site.serveKey('another-key')
    expect((await fetch(`${site.url}/another-key.txt`)).status).toBe(200)
  })

  it('declares its sitemap, whose pages are all there', async () => {
    expect(await (await fetch(`${site.url}/robots.txt`)).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`)
    const listed = [...(await (await fetch(`${site.url}/sitemap.xml`)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)]
    expect(listed).toHaveLength(2)
    for (const [, url] of listed) expect((await fetch(String(url))).status).toBe(200)
  })

  it('answers 404 for a page it does not have', async () => {
    expect((await fetch(`${site.url}/no-such-page`)).status).toBe(404)
  })
})
