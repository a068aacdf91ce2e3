import { beforeAll, describe, expect, it } from '@jest/globals'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { Pages } from '@pagebell/rpc/contracts'
import { until } from '@pagebell/testing/until'
import { again, publishAnnounced, type Submitted, startPagesWorld, submission } from './start-pages.ts'
import { running, site, usePages, world } from './use-pages.ts'

let pages: RpcClient<typeof Pages>

usePages({ sites: 'each' })
beforeAll(async () => {
  pages = running.use(world.call(running.use(await world.startCopy())))
})

const words = 'Bells are cast from bronze, which is melted for a day and poured into a mould of clay.'
const article = (block: string, text = words): string => `<main><article><p>${text}</p>${block}</article></main>`

/** Serves a page whose content depends on how often it was requested. */
function serve(path: string, html: (request: number) => string): void {
  let requests = 0
  site.handlers.set(path, (_request, response) => {
    requests += 1
    response.writeHead(200, { 'content-type': 'text/html' }).end(html(requests))
  })
}

async function check(batch: Submitted) {
  await world.submit(batch)
  return world.decided(batch)
}

const ids = ({ account_id, project_id }: Submitted) => ({ account_id, project_id })
const pathsOf = async (batch: Submitted) => (await pages.listChangingBlocks(ids(batch))).blocks.map(({ path }) => path)

/** Every page of the project that is compared with itself has been. */
const compared = (batch: Submitted) =>
  until('its pages are compared', async () => {
    const text = `select from page_project k where account_id = $1 and compared_pages > 0
      and not exists (select from block_comparison c where c.account_id = k.account_id)`
    return (await world.db.query({ text, values: [batch.account_id] })).rowCount === 1
  })

describe('the first pages of a project', () => {
  it('have their counters, quotations and related posts left out', async () => {
    serve('/counter', (n) => article(`<p class="views">${n} views</p>`))
    serve('/quote', (n) => article(`<blockquote class="quote"><p>Saying number ${n}</p></blockquote>`))
    serve('/posts', (n) => article(`<div class="related"><ul><li><a href="/${n}">Post ${n}</a></li></ul></div>`))
    const first = submission(site.origin, ['/counter', '/quote', '/posts'])
    await check(first)
    await compared(first)
    expect((await pathsOf(first)).sort()).toEqual([
      'main>article>blockquote.quote>p',
      'main>article>div.related>ul>li',
      'main>article>p.views',
    ])

    const second = again(first)
    await world.submit(second)
    await publishAnnounced(world, second)
    const unchanged = { verdict: 'skip', reason: 'unchanged' }
    expect(await check(again(first))).toMatchObject({ '/counter': unchanged, '/quote': unchanged, '/posts': unchanged })
    serve('/counter', (n) => article(`<p class="views">${n} views</p>`, `${words} Twice.`))
    expect(await check(again(first))).toMatchObject({ '/counter': { verdict: 'send', checked: { changed: ['main'] } } })
  })

  it('do not lose what an edit changes while they are compared', async () => {
    serve('/edited', (n) => article('<p class="note">Sold out.</p>', n <= 2 ? words : `${words} Twice.`))
    const first = submission(site.origin, ['/edited'])
    await world.submit(first)
    await publishAnnounced(world, first)
    await compared(first)
    expect(await pathsOf(first)).toEqual([])
    expect(await check(again(first))).toMatchObject({ '/edited': { verdict: 'send', checked: { changed: ['main'] } } })
  })

  it('do not lose what two edits change, each of which is submitted', async () => {
    let price = 1
    site.handlers.set('/price', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(article(`<p class="price">${price}</p>`))
    })
    const first = submission(site.origin, ['/price'])
    await using slow = await startPagesWorld()
    await using copy = await slow.startCopy({ timing: { compare: 60_000 } })
    await using client = slow.call(copy)
    /**
     * Brings the next request forward, which is put off while the host is checked, until so many versions are stored:
     * none when the comparison has ended.
     */
    const read = (versions: number) =>
      until(`${versions} versions are stored`, async () => {
        const { rows } = await slow.db.query<{ versions: number }>({
          text: `update block_comparison c set due_at = case when jsonb_array_length(versions) <> $2 and not exists (
              select from host_lease l where l.host = c.host and l.free_at > clock_timestamp()
            ) then clock_timestamp() else due_at end
            where account_id = $1 returning jsonb_array_length(versions) as versions`,
          values: [first.account_id, versions],
        })
        return (rows[0]?.versions ?? 0) === versions
      })
    const submit = async (batch: Submitted) => {
      await slow.submit(batch)
      await slow.decided(batch)
    }
    await submit(first)
    await read(1)
    price = 2
    await read(2)
    price = 3
    await submit(again(first))
    await read(1)
    await read(0)
    expect(await client.listChangingBlocks(ids(first))).toEqual({ blocks: [] })
  })

  it('do not lose their text if all of it differs at each request', async () => {
    serve('/random', (n) => `<main><div class="prose"><p>Edition ${n} of ${words}</p></div></main>`)
    const first = submission(site.origin, ['/random'])
    await check(first)
    await compared(first)
    expect(await pathsOf(first)).toEqual([])
  })

  it('are the first twenty', async () => {
    const paths = Array.from({ length: 22 }, (_, n) => `/${n}`)
    for (const path of paths) serve(path, () => article(''))
    const first = submission(site.origin, paths)
    await check(first)
    await compared(first)
    // Once for its verdict, and twice to be compared.
    const requests = paths.map((path) => site.askedFor(path)).sort((a, b) => a - b)
    expect(requests).toEqual([1, 1, ...paths.slice(2).map(() => 3)])
  })
})

it('a page that changes three times is compared, and counts as changed once by what was found', async () => {
  const first = submission(site.origin, ['/'])
  await world.db.query({
    text: 'insert into page_project (account_id, project_id, compared_pages) values ($1, $2, 20)',
    values: [first.account_id, first.project_id],
  })
  serve('/late', (n) => article(`<p class="views">${n} views</p>`))
  const batch = again(first, { urls: [`${site.origin}/late`] })
  for (let n = 0; n < 3; n++) await check(again(batch))
  expect(await pathsOf(batch)).toEqual([])
  const fourth = again(batch)
  await world.submit(fourth)
  await publishAnnounced(world, fourth)
  await until('it is found', async () => (await pathsOf(batch)).length === 1)

  const changedAt = async () => (await pages.listPages({ ...ids(batch), per_page: 10 })).pages[0]?.changed_at
  const before = await changedAt()
  const fifth = again(batch)
  await world.submit(fifth)
  await publishAnnounced(world, fifth)
  expect(world.verdictsOf(fifth.batch_id)).toMatchObject([{ verdict: 'send' }])
  expect(await changedAt()).toBe(before)
  expect(await check(again(batch))).toMatchObject({ '/late': { verdict: 'skip', reason: 'unchanged' } })
})

describe('a block that counts again', () => {
  it('does so permanently, and for its owner alone', async () => {
    serve('/counter', (n) => article(`<p class="views">${n} views</p>`))
    const first = submission(site.origin, ['/counter'])
    await check(first)
    await until('it is found', async () => (await pathsOf(first)).length === 1)
    const { blocks } = await pages.listChangingBlocks(ids(first))
    const [{ id } = { id: '' }] = blocks
    expect(blocks).toEqual([
      { id, path: 'main>article>p.views', url: `${site.origin}/counter`, found_at: expect.any(String) },
    ])

    const other = { ...ids(first), account_id: crypto.randomUUID() }
    expect(await pages.listChangingBlocks(other)).toEqual({ blocks: [] })
    await expect(pages.countChangingBlock({ ...other, id })).rejects.toMatchObject({ kind: 'not_found' })
    await pages.countChangingBlock({ ...ids(first), id })
    await expect(pages.countChangingBlock({ ...ids(first), id })).rejects.toMatchObject({ kind: 'not_found' })

    serve('/other', (n) => article(`<p class="views">${n} views</p><p class="likes">${n} likes</p>`))
    await check(again(first, { urls: [`${site.origin}/other`] }))
    await until('another one is found', async () => (await pathsOf(first)).length > 0)
    expect(await pathsOf(first)).toEqual(['main>article>p.likes'])
  })
})
