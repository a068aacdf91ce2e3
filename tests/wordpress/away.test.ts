import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { host, type PluginSite, startPluginSite } from './plugin-site.ts'

// Pagebell cannot be reached, or does not take a URL yet: authors notice nothing, and nothing is lost.

/** No test announces a URL twice within it, but for the one that wants to. */
const dedupeSeconds = 30

let site: PluginSite
beforeAll(async () => {
  site = await startPluginSite(dedupeSeconds)
}, 300_000)
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
})
beforeEach(async () => {
  site.setWay('open')
  await site.wordpress.php(`exit( pagebell_connect( '${site.entered}' ) === null ? 0 : 1 );`)
  await send()
  await received(0, 0)
})

const php = (code: string) => site.wordpress.php(code)
/** As `wp pagebell send` does. Returns why it ended before the queue was empty. */
const send = () => php('echo pagebell_send_all();')
const waiting = async () => Number(await php('echo pagebell_queue_length();'))
const publish = async (slug: string) =>
  (await site.wordpress.call('POST', 'pages', { title: slug, slug, status: 'publish' })).id
const url = (slug: string) => `https://${host}/${slug}/`
/** What engines have received since, once they have that many URLs and nothing else is on its way. */
async function received(since: number, count: number): Promise<string[]> {
  await until('the engines have them', async () => (await site.views.engine()).length >= since + count)
  await until('all is delivered', async () => (await site.views.log()).every(({ status }) => status === 'delivered'))
  return (await site.views.engine()).slice(since).sort()
}

it('saves a post as fast while Pagebell hangs or refuses as while it answers', async () => {
  const id = await publish('fast')
  const took = { open: [] as number[], stalled: [] as number[], refused: [] as number[] }
  for (let round = 0; round < 15; round++) {
    for (const way of ['open', 'stalled', 'refused'] as const) {
      site.setWay(way)
      const began = performance.now()
      await site.wordpress.call('POST', `pages/${id}`, { content: `${way} ${round}` })
      took[way].push(performance.now() - began)
    }
  }
  const median = (values: number[]) => values.toSorted((one, other) => one - other)[7] ?? 0
  expect(median(took.stalled) - median(took.open)).toBeLessThan(50)
  expect(median(took.refused) - median(took.open)).toBeLessThan(50)
  // The last edit is sent with it, before another test counts what engines receive.
  site.setWay('open')
  await publish('after-the-edits')
  await until('all is sent', async () => (await send()) === '')
  await until('the engine has it', async () => (await site.views.engine()).includes(url('after-the-edits')))
}, 120_000)

it.each(['refused', 'stalled'] as const)(
  'keeps what happens while it is %s, and sends the last state of each URL',
  async (way) => {
    const before = (await site.views.engine()).length
    site.setWay(way)
    const [one, two] = [await publish(`${way}-one`), await publish(`${way}-two`)]
    await publish(`${way}-three`)
    await site.runCron()
    expect(await php('echo pagebell_state()["failures"];')).toBe('1')
    await site.wordpress.call('POST', `pages/${two}`, { slug: `${way}-second` })
    await site.wordpress.call('DELETE', `pages/${one}?force=true`)
    await site.runCron()
    expect([await php('echo pagebell_state()["failures"];'), await waiting()]).toEqual(['1', 4])

    site.setWay('open')
    // As if the minute until the next attempt was over.
    await php('$s = pagebell_state(); $s["retry_at"] = time(); update_option( "pagebell_state", $s ); pagebell_wake();')
    await site.runCron()
    expect([await php('echo pagebell_state()["failures"];'), await waiting()]).toEqual(['0', 0])
    const last = ['one', 'second', 'three', 'two'].map((name) => url(`${way}-${name}`))
    expect(await received(before, last.length)).toEqual(last)
  },
  120_000,
)

it('plans the next attempt when a run was planned before the failure', async () => {
  const before = (await site.views.engine()).length
  site.setWay('refused')
  // Planned for now, as a save does while another process waits for Pagebell.
  await publish('planned-again')
  expect(await send()).not.toBe('')
  await site.runCron()
  expect(await php("echo wp_next_scheduled( 'pagebell_send' ) - pagebell_state()['retry_at'];")).toBe('0')
  site.setWay('open')
  expect([await send(), await received(before, 1)]).toEqual(['', [url('planned-again')]])
}, 120_000)

it('sends again what Pagebell took without its answer, and engines hear it once', async () => {
  const before = (await site.views.engine()).length
  await publish('once')
  site.setWay('one-way')
  expect(await send()).not.toBe('')
  expect(await received(before, 1)).toEqual([url('once')])
  site.setWay('open')
  const requests = await site.views.requests()
  expect(await send()).toBe('')
  await until('it was sent again', async () => (await site.views.requests()) > requests)
  expect([await waiting(), await received(before, 1)]).toEqual([0, [url('once')]])
}, 120_000)

it('sends what has changed within the dedupe window once the window is over, lists too', async () => {
  const before = (await site.views.engine()).length
  const { id } = await site.wordpress.call('POST', 'posts', { title: 'Twice', slug: 'twice', status: 'publish' })
  await site.runCron()
  const noted = async () => Number(await php(`echo get_post_meta( ${id}, '_pagebell_announced', true )['at'];`))
  const first = await noted()
  await site.wordpress.call('POST', `posts/${id}`, { title: 'Twice again' })
  await site.runCron()
  expect([await waiting(), await noted()]).toEqual([3, first])
  expect(await php("echo wp_next_scheduled( 'pagebell_send' ) - pagebell_next_due();")).toBe('0')

  const isSent = async () => {
    await site.runCron()
    return (await waiting()) === 0
  }
  await until('the window is over', isSent, 2_000 * dedupeSeconds)
  const urls = ['author/author', 'category/uncategorized', 'twice'].map(url)
  expect(await received(before, 6)).toEqual([...urls, ...urls].sort())
  expect(await noted()).toBeGreaterThan(first)
}, 120_000)

it('keeps what waits while the plug-in is deactivated', async () => {
  const before = (await site.views.engine()).length
  site.setWay('refused')
  await publish('kept-while-off')
  expect(await send()).not.toBe('')
  const plugins = "require_once ABSPATH . 'wp-admin/includes/plugin.php';"
  await php(`${plugins} deactivate_plugins( 'pagebell/pagebell.php' );`)
  expect(await php("echo (int) function_exists( 'pagebell_send_all' );")).toBe('0')
  await php(`${plugins} activate_plugin( 'pagebell/pagebell.php' );`)
  site.setWay('open')
  expect([await waiting(), await send(), await waiting()]).toEqual([1, '', 0])
  expect(await received(before, 1)).toEqual([url('kept-while-off')])
}, 120_000)

it('sends each URL once while several processes send', async () => {
  const before = (await site.views.engine()).length
  await php(`foreach ( range( 1, 250 ) as $n ) pagebell_put( "https://${host}/many-$n/", 'update', 'post', 0 );`)
  await Promise.all([send(), send(), send()])
  expect(await waiting()).toBe(0)
  const heard = await received(before, 250)
  expect([heard.length, new Set(heard).size]).toEqual([250, 250])
}, 120_000)

it('keeps everything with the address of another kind of source or of another host, and names the problem', async () => {
  const add = async (project: string, kind: string) => {
    const made = await site.system.api<{ data: { url: string } }>('POST', `/projects/${project}/sources`, {
      body: { kind, name: 'Other' },
    })
    return site.entered.replace(/\/api.*/, new URL(made.body.data.url).pathname)
  }
  await site.system.api('POST', '/projects', { body: { project: 'elsewhere.example' } })
  for (const [address, problem] of [
    [await add(host, 'github'), 'another kind of source'],
    [await add('elsewhere.example', 'wordpress'), 'another host'],
  ]) {
    expect(await php(`echo pagebell_connect( '${address}' );`)).toContain(problem)
    await publish('held')
    const before = await waiting()
    expect([await send(), await waiting(), before > 0]).toEqual([expect.stringContaining(problem ?? ''), before, true])
  }
})

it('forgets a problem that is over although nothing waits', async () => {
  const sources = `/projects/${host}/sources`
  const listed = await site.system.api<{ data: { id: string }[] }>('GET', sources)
  const enable = (enabled: boolean) =>
    site.system.api('PATCH', `${sources}/${listed.body.data[0]?.id}`, { body: { enabled } })
  // As if a day was over since the address was checked.
  await php("delete_option( 'pagebell_connection' );")
  await enable(false)
  expect(await send()).toContain('replaced or disabled')
  expect(await php("echo pagebell_state()['problem'];")).toContain('replaced or disabled')
  await enable(true)
  expect([await send(), await php("echo pagebell_state()['problem'];")]).toEqual(['', ''])
})

it.each([
  [
    'an address that Pagebell does not know',
    () => site.entered.replace(site.token, 'pbh_'.padEnd(42, '0')),
    'does not know',
  ],
  ['another secret', () => `${site.entered}-another`, 'refuses the signature'],
  ['no secret', () => site.entered.replace(/#.*/, ''), 'refuses the signature'],
])('keeps everything with %s, and names the problem', async (_what, entered, problem) => {
  await php(`pagebell_connect( '${entered()}' );`)
  await publish('kept')
  const before = await waiting()
  expect(await send()).toContain(problem)
  expect(await waiting()).toBe(before)
  expect(before).toBeGreaterThan(0)
})
