import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { secret } from '../senders/harness/run-sender.ts'
import type { Visit } from '../senders/wordpress/start-wordpress.ts'
import { host, type PluginSite, startPluginSite } from './plugin-site.ts'

// What the administrator and visitors of a site with the plug-in see.

let site: PluginSite
let cookie: string
let post: number
beforeAll(async () => {
  site = await startPluginSite()
  await site.wordpress.php("wp_set_password( 'a few words', 1 );")
  cookie = await signIn('author', 'a few words')
  post = (await site.wordpress.call('POST', 'posts', { title: 'Hello', slug: 'hello', status: 'publish' })).id
}, 300_000)
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
})

const form = (fields: Record<string, string>): Visit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
  body: new URLSearchParams(fields).toString(),
})
const page = '/wp-admin/options-general.php?page=pagebell'
const open = async (path: string, as = cookie) =>
  site.wordpress.visit(path, { headers: as === '' ? {} : { cookie: as } })

async function signIn(log: string, pwd: string): Promise<string> {
  const test = 'wordpress_test_cookie=WP%20Cookie%20check'
  const sent = {
    ...form({ log, pwd, testcookie: '1' }),
    headers: { cookie: test, 'content-type': 'application/x-www-form-urlencoded' },
  }
  const { status, headers } = await site.wordpress.visit('/wp-login.php', sent)
  if (status !== 302) throw new Error(`The sign-in answered ${status}.`)
  return (headers['set-cookie'] as string[]).map((one) => one.split(';')[0]).join('; ')
}

it('takes the address by a form, and never shows it', async () => {
  const nonce = /name="_wpnonce" value="(\w+)"/.exec((await open(page)).body)?.[1] ?? ''
  const fields = { action: 'pagebell_connect', pagebell_address: site.entered }
  const forged = await site.wordpress.visit('/wp-admin/admin-post.php', form({ ...fields, _wpnonce: 'x' }))
  expect([forged.status, (await open(page)).body]).toEqual([403, expect.stringContaining('No address yet')])

  const sent = await site.wordpress.visit('/wp-admin/admin-post.php', form({ ...fields, _wpnonce: nonce }))
  expect([sent.status, sent.headers['location']]).toEqual([302, `https://${host}${page}`])
  const { body } = await open(page)
  expect(body).toContain('Address saved.')
  expect(body).toContain(`In use: 127.0.0.1 …${site.token.slice(-4)}`)
  expect([body.includes(site.token), body.includes(secret)]).toEqual([false, false])
})

it('refuses what is no address, and says what one looks like', async () => {
  const nonce = /name="_wpnonce" value="(\w+)"/.exec((await open(page)).body)?.[1] ?? ''
  const fields = { action: 'pagebell_connect', pagebell_address: 'https://example.com/', _wpnonce: nonce }
  await site.wordpress.visit('/wp-admin/admin-post.php', form(fields))
  expect((await open(page)).body).toContain('Enter the address of a source, such as')
  expect(await site.wordpress.php('echo pagebell_shown_address();')).not.toBe('')
})

it('lets only administrators change its settings', async () => {
  await site.wordpress.php("wp_create_user( 'reader', 'some other words', 'reader@wordpress.example' );")
  const reader = await signIn('reader', 'some other words')
  expect((await open(page, reader)).status).toBe(403)
  const fields = form({ action: 'pagebell_connect', pagebell_address: '' })
  const answers = [{ ...fields.headers, cookie: reader }, {}].map((headers) =>
    site.wordpress.visit('/wp-admin/admin-post.php', { ...fields, headers: { ...fields.headers, ...headers } }),
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403])
})

it('serves the key file of the project, and no other', async () => {
  const { body } = await site.system.api<{ data: { indexnow: { key: string } } }>('GET', `/projects/${host}`)
  const { key } = body.data.indexnow
  const { status, headers, body: text } = await site.wordpress.visit(`/${key}.txt`)
  expect([status, headers['content-type'], text]).toEqual([200, 'text/plain; charset=utf-8', key])
  expect((await site.wordpress.visit(`/${key}.txt?x=1`)).body).toBe(key)
  for (const path of [`/${key}`, `/x/${key}.txt`, '/another-key.txt']) {
    expect((await site.wordpress.visit(path)).body).not.toBe(key)
  }
  expect((await site.wordpress.visit('/robots.txt')).body).toContain('User-agent')
})

it('shows unauthenticated clients neither the address nor the secret', async () => {
  await site.wordpress.call('POST', `posts/${post}`, { content: 'More' })
  await site.runCron()
  const paths = [
    '/',
    '/hello/',
    '/feed/',
    '/wp-sitemap.xml',
    '/wp-json/',
    '/wp-json/wp/v2/posts',
    '/wp-json/wp/v2/users',
    '/author/author/',
    '/wp-json/wp/v2/settings',
  ]
  for (const path of [
    ...paths,
    `/wp-json/wp/v2/posts/${post}`,
    page,
    '/wp-content/plugins/pagebell/includes/send.php',
  ]) {
    const { body } = await open(path, '')
    const found = [site.token, secret, '_pagebell'].filter((text) => body.includes(text))
    expect([path, found]).toEqual([path, []])
  }
})

it('says in the list of posts when each was announced last', async () => {
  const { body } = await open('/wp-admin/edit.php')
  const cell = (id: number) => new RegExp(`id="post-${id}".*?column-pagebell[^>]*>([^<]*)<`, 's').exec(body)?.[1]
  expect(body).toContain('Last announced')
  expect([cell(post), cell(1)]).toEqual([expect.stringMatching(/\d{4}/), '—'])
})

it('announces nothing of a site that asks search engines to stay away', async () => {
  await site.wordpress.php("update_option( 'blog_public', '0' );")
  await site.wordpress.call('POST', `posts/${post}`, { content: 'Unread' })
  expect(await site.wordpress.php('echo pagebell_queue_length();')).toBe('0')
  await site.wordpress.php("update_option( 'blog_public', '1' );")
})

it('removes all that it has stored when it is deleted, and has logged no error', async () => {
  const left = `global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE '%pagebell_%'" )
    + $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->postmeta WHERE meta_key LIKE '%pagebell%'" )
    + count( $wpdb->get_col( "SHOW TABLES LIKE '%pagebell%'" ) ) + (int) wp_next_scheduled( 'pagebell_send_hourly' );`
  expect(Number(await site.wordpress.php(left))).toBeGreaterThan(0)
  const log = await readFile(join(site.wordpress.site, 'wp-content/debug.log'), 'utf8')
  expect(log.split('\n').filter((line) => line.includes('plugins/pagebell'))).toEqual([])
  await site.wordpress.php(
    "require ABSPATH . 'wp-admin/includes/plugin.php'; deactivate_plugins( 'pagebell/pagebell.php' ); uninstall_plugin( 'pagebell/pagebell.php' );",
  )
  expect(await site.wordpress.php(left)).toBe('0')
})
