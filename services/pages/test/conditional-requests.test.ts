import { beforeAll, describe, expect, it } from '@jest/globals'
import { again, page, publishAnnounced, type Submitted, submission } from './start-pages.ts'
import { running, site, usePages, world } from './use-pages.ts'

usePages({ sites: 'each' })
beforeAll(async () => {
  running.use(await world.startCopy())
})

const path = '/tea'

/** Serves a page whose ETag is that of its file, and stays while the server's configuration adds headers. */
function serveFile(html: string, added: Record<string, string> = {}): void {
  site.handlers.set(path, (request, response) => {
    const isKnown = request.headers['if-none-match'] === '"file"'
    response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag: '"file"', ...added })
    response.end(isKnown ? '' : html)
  })
}

async function announce(): Promise<Submitted> {
  const batch = submission(site.origin, [path])
  await world.submit(batch)
  await publishAnnounced(world, batch)
  return batch
}

async function decide(batch: Submitted) {
  await world.submit(batch)
  return (await world.decided(batch))[path]
}

const tags = () => site.asked.filter((one) => one.path === path).map(({ headers }) => headers['if-none-match'])

describe('an unchanged file', () => {
  it('is announced once as noindex when the server adds that to its answers', async () => {
    serveFile(page('Darjeeling.'))
    const live = await announce()
    serveFile(page('Darjeeling.'), { 'x-robots-tag': 'noindex' })
    expect(await decide(again(live))).toMatchObject({ verdict: 'send', announces: { state: 'noindex' } })
    expect(tags()).toContain('"file"')
  })

  it('is sent when the server no longer says noindex', async () => {
    serveFile(page('Darjeeling.'), { 'x-robots-tag': 'noindex' })
    const hidden = submission(site.origin, [path])
    expect(await decide(hidden)).toMatchObject({ verdict: 'skip', reason: 'noindex' })
    serveFile(page('Darjeeling.'))
    expect(await decide(again(hidden))).toMatchObject({ verdict: 'send', announces: { state: 'live' } })
  })

  it('is another page when the server names one as canonical', async () => {
    serveFile(page('Darjeeling.'))
    const live = await announce()
    const canonical = `${site.origin}/teas`
    serveFile(page('Darjeeling.'), { link: `</style.css>; rel=preload, <${canonical}>; rel="canonical"` })
    expect(await decide(again(live))).toMatchObject({ reason: 'canonical_elsewhere', checked: { canonical } })
  })

  it('is transferred each time if it names a time at which an index drops it', async () => {
    serveFile(page('Darjeeling.', '<meta name="googlebot" content="unavailable_after: 2099-01-01">'))
    const live = await announce()
    expect(await decide(again(live))).toMatchObject({ verdict: 'skip', reason: 'unchanged' })
    expect(tags()).not.toContain('"file"')
  })

  it('is not transferred because of headers that say nothing of an index', async () => {
    serveFile(page('Darjeeling.'), { link: '</style.css>; rel=preload' })
    const live = await announce()
    const asked = tags().length
    expect(await decide(again(live))).toMatchObject({ verdict: 'skip', reason: 'unchanged' })
    expect(tags().slice(asked)).toContain('"file"')
  })
})
