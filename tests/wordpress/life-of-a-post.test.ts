import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { runStep } from '../senders/harness/run-sender.ts'
import { host, type PluginSite, startPluginSite } from './plugin-site.ts'

// A site with the plug-in, and what an author does to it: engines receive exactly the URLs that changed. Each step goes on
// where the one before ended.

let site: PluginSite
const ids = { post: 0, second: 0, third: 0, parent: 0, child: 0, category: 0, tag: 0, writer: 0, copy: 0 }

beforeAll(async () => {
  site = await startPluginSite()
  await site.wordpress.php(`exit( pagebell_connect( '${site.entered}' ) === null ? 0 : 1 );`)
}, 300_000)
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
})

const call = (method: string, route: string, body?: object) => site.wordpress.call(method, route, body)
const change = (body: object) => async () => void (await call('POST', `posts/${ids.post}`, body))
const php = (code: () => string) => async () => void (await site.wordpress.php(code()))
/** As plug-ins that copy posts do it, Yoast Duplicate Post for one: they copy all meta. */
const copyOfMeta = (key: string) =>
  `update_post_meta( ${ids.copy}, '${key}', wp_slash( get_post_meta( ${ids.post}, '${key}', true ) ) );`
const lists = ['update /category/uncategorized/', 'update /author/author/']

type Step = [what: string, act: () => Promise<void>, expected: string[]]
const steps: Step[] = [
  [
    'a draft is nothing',
    async () => {
      ids.post = (await call('POST', 'posts', { title: 'Hello', slug: 'hello', content: 'One', status: 'draft' })).id
    },
    [],
  ],
  ['a published post, and the lists that it is on', change({ status: 'publish' }), ['update /hello/', ...lists]],
  ['an edit', change({ content: 'Two' }), ['update /hello/']],
  ['another title, which lists show', change({ title: 'Hello again' }), ['update /hello/', ...lists]],
  ['another slug: the old URL is gone', change({ slug: 'welcome' }), ['delete /hello/', 'update /welcome/', ...lists]],
  ['a private post is gone', change({ status: 'private' }), ['delete /welcome/', ...lists]],
  ['an edit of a private post is nothing', change({ content: 'Three' }), []],
  ['a public post again', change({ status: 'publish' }), ['update /welcome/', ...lists]],
  ['a protected post is gone', change({ password: 'hush' }), ['delete /welcome/', ...lists]],
  ['a post without a password again', change({ password: '' }), ['update /welcome/', ...lists]],
  [
    'a post in the trash is gone',
    async () => void (await call('DELETE', `posts/${ids.post}`)),
    ['delete /welcome/', ...lists],
  ],
  ['a post out of the trash is a draft', php(() => `wp_untrash_post( ${ids.post} );`), []],
  ['a restored post that is published', change({ status: 'publish' }), ['update /welcome/', ...lists]],
  [
    'another category: both lists change',
    async () => {
      ids.category = (await call('POST', 'categories', { name: 'News', slug: 'news' })).id
      await change({ categories: [ids.category] })()
    },
    ['update /welcome/', 'update /category/uncategorized/', 'update /category/news/'],
  ],
  [
    'another name of a category',
    async () => void (await call('POST', `categories/${ids.category}`, { name: 'All news' })),
    ['update /category/news/'],
  ],
  [
    'another slug of a category',
    async () => void (await call('POST', `categories/${ids.category}`, { slug: 'tidings' })),
    ['delete /category/news/', 'update /category/tidings/'],
  ],
  [
    'a deleted category, whose posts go to the default one',
    async () => void (await call('DELETE', `categories/${ids.category}?force=true`)),
    ['delete /category/tidings/', 'update /category/uncategorized/'],
  ],
  [
    'another name of the author',
    async () => void (await call('POST', 'users/1', { name: 'A. Author' })),
    ['update /author/author/'],
  ],
  [
    'another biography of the author',
    async () => void (await call('POST', 'users/1', { description: 'Writes.' })),
    ['update /author/author/'],
  ],
  ['another password of the author is nothing', php(() => "wp_set_password( 'x', 1 );"), []],
  [
    'a post that was planned for today',
    async () => {
      const date_gmt = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)
      const planned = { title: 'Later', slug: 'later', status: 'future', date_gmt }
      ids.second = (await call('POST', 'posts', planned)).id
      await site.wordpress.php(`wp_publish_post( ${ids.second} );`)
    },
    ['update /later/', ...lists],
  ],
  [
    'a post that is deleted without the trash',
    async () => void (await call('DELETE', `posts/${ids.second}?force=true`)),
    ['delete /later/', ...lists],
  ],
  [
    'pages, one below the other',
    async () => {
      ids.parent = (await call('POST', 'pages', { title: 'About', slug: 'about', status: 'publish' })).id
      const child = { title: 'Team', slug: 'team', status: 'publish', parent: ids.parent }
      ids.child = (await call('POST', 'pages', child)).id
    },
    ['update /about/', 'update /about/team/'],
  ],
  [
    'another slug of the upper page, which is in the URL of the lower one',
    async () => void (await call('POST', `pages/${ids.parent}`, { slug: 'us' })),
    ['delete /about/', 'update /us/', 'delete /about/team/', 'update /us/team/'],
  ],
  [
    'the upper page is deleted: the lower one moves up',
    async () => void (await call('DELETE', `pages/${ids.parent}?force=true`)),
    ['delete /us/', 'delete /us/team/', 'update /team/'],
  ],
  [
    'a page that a filter excludes is nothing',
    php(
      () =>
        `add_filter( 'pagebell_public_url', '__return_null' ); wp_update_post( array( 'ID' => 1, 'post_title' => 'x' ) );`,
    ),
    [],
  ],
  [
    'two changes of a URL before it is sent are one',
    async () => {
      await change({ content: 'Four' })()
      await change({ content: 'Five' })()
    },
    ['update /welcome/'],
  ],
  [
    'a tag, whose list has the post now',
    async () => {
      ids.tag = (await call('POST', 'tags', { name: 'Green', slug: 'green' })).id
      await change({ tags: [ids.tag] })()
    },
    ['update /welcome/', 'update /tag/green/'],
  ],
  [
    'another name of a tag',
    async () => void (await call('POST', `tags/${ids.tag}`, { name: 'Green tea' })),
    ['update /tag/green/'],
  ],
  ['a deleted tag', async () => void (await call('DELETE', `tags/${ids.tag}?force=true`)), ['delete /tag/green/']],
  [
    'a post of another author, whose list is new',
    async () => {
      const writer = {
        username: 'writer',
        email: 'writer@wordpress.example',
        password: 'a few words',
        roles: ['author'],
      }
      ids.writer = (await call('POST', 'users', writer)).id
      const fields = { title: 'Third', slug: 'third', status: 'publish', author: ids.writer }
      ids.third = (await call('POST', 'posts', fields)).id
    },
    ['update /third/', 'update /category/uncategorized/', 'update /author/writer/'],
  ],
  [
    'a deleted author, whose posts another one has',
    async () => void (await call('DELETE', `users/${ids.writer}?force=true&reassign=1`)),
    ['delete /author/writer/', 'update /author/author/'],
  ],
  [
    'a second post in the trash',
    async () => void (await call('DELETE', `posts/${ids.third}`)),
    ['delete /third/', ...lists],
  ],
  [
    'a post that is deleted from the trash is nothing',
    async () => void (await call('DELETE', `posts/${ids.third}?force=true`)),
    [],
  ],
  [
    'a copy of a post with its meta, as plug-ins make it: the original is not gone',
    async () => {
      ids.copy = (await call('POST', 'posts', { title: 'Copy', slug: 'copy', status: 'draft' })).id
      await site.wordpress.php(copyOfMeta('_pagebell_url'))
      await call('POST', `posts/${ids.copy}`, { status: 'publish' })
    },
    ['update /copy/', ...lists],
  ],
  [
    'another slug of an author: the old list is gone',
    php(() => "wp_update_user( array( 'ID' => 1, 'user_nicename' => 'a-author' ) );"),
    ['delete /author/author/', 'update /author/a-author/'],
  ],
]

it.each(steps)('%s', async (name, act, expected) => {
  const submitted = expected.map((line) => {
    const [action, path] = line.split(' ') as ['update' | 'delete', string]
    return { action, url: `https://${host}${path}` }
  })
  const step = {
    name,
    submitted,
    async act() {
      await act()
      await site.runCron()
    },
    ...(expected.length === 0 && { isSent: false as const }),
  }
  const { got } = await runStep(step, site.views)
  expect(got).toEqual(submitted.map(({ action, url }) => `${action} ${url}`).sort())
})

it('says at the post when it was announced last', async () => {
  const printed = await site.wordpress.php(
    `echo wp_json_encode( get_post_meta( ${ids.post}, '_pagebell_announced', true ) );`,
  )
  expect(JSON.parse(printed)).toMatchObject({
    url: `https://${host}/welcome/`,
    action: 'update',
    rejected: false,
    reason: '',
  })
})

it('keeps the URL of a public post while its autosave gets another title', async () => {
  for (const title of ['Welcome', 'Welcome back']) await call('POST', `posts/${ids.post}/autosaves`, { title })
  expect(await site.wordpress.php(`echo pagebell_known_url( ${ids.post} );`)).toBe(`https://${host}/welcome/`)
})

it('says nothing at a copy of a post of what was announced of the original', async () => {
  const column = "require_once WP_PLUGIN_DIR . '/pagebell/includes/last-announced.php';"
  const shown = async (id: number) => site.wordpress.php(`${column} echo pagebell_last_announced( ${id} );`)
  await site.wordpress.php(copyOfMeta('_pagebell_announced'))
  expect([await shown(ids.post), await shown(ids.copy)]).toEqual([expect.stringMatching(/\d{4}/), '—'])
})

it('says at the post that Pagebell rejected its URL', async () => {
  const elsewhere = "add_filter( 'pagebell_public_url', function () { return 'https://elsewhere.example/'; } );"
  await site.wordpress.php(`${elsewhere} wp_update_post( array( 'ID' => ${ids.post}, 'post_content' => 'Six' ) );`)
  await call('POST', `pages/${ids.child}`, { content: 'Another one, so that the delivery has a URL of the site.' })
  await site.runCron()
  const printed = await site.wordpress.php(
    `echo wp_json_encode( get_post_meta( ${ids.post}, '_pagebell_announced', true ) );`,
  )
  expect(JSON.parse(printed)).toMatchObject({ url: 'https://elsewhere.example/', rejected: true })
})
