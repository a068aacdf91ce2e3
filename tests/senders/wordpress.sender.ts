import { access, cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@pagebell/start/free-port'
import { runProgram, startProgram } from './harness/run-program.ts'
import { CannotRun, type Sender, type SenderTools } from './harness/sender.ts'
import { startMariaDb } from './harness/start-mariadb.ts'

/** Where the package of Debian puts it. */
const installed = '/usr/share/wordpress'
const fileOf = (name: string): string => fileURLToPath(new URL(`./wordpress/${name}`, import.meta.url))

/** WordPress from Debian with a private MariaDB and a webhook plug-in of this folder; its author uses the REST API. */
export const sender: Sender = {
  name: 'wordpress',
  kind: 'wordpress',

  async start(tools) {
    await requireInstalled()
    await using starting = new AsyncDisposableStack()
    const { host, folder } = tools
    const { socket } = starting.use(await startMariaDb(folder, 'wordpress'))
    const site = join(folder, 'site')
    await cp(installed, site, { recursive: true, dereference: true })
    await writeFile(join(site, 'wp-config.php'), configOf(tools, socket))
    await mkdir(join(site, 'wp-content/mu-plugins'), { recursive: true })
    await cp(fileOf('pagebell-webhook.php'), join(site, 'wp-content/mu-plugins/pagebell-webhook.php'))
    const printed = await runProgram('php', [fileOf('install.php')], { cwd: site })
    const { password, version } = JSON.parse(printed) as { password: string; version: string }

    const port = await freePort()
    const answers = () => fetch(`http://127.0.0.1:${port}/?rest_route=/`).then(({ ok }) => ok)
    starting.use(await startProgram('php', ['-S', `127.0.0.1:${port}`, '-t', site], { cwd: site }, answers))
    const authorization = `Basic ${Buffer.from(`author:${password}`).toString('base64')}`
    const call = async (method: string, route: string, body?: object): Promise<{ id: number }> => {
      const [path = '', query = ''] = route.split('?')
      const response = await fetch(`http://127.0.0.1:${port}/?rest_route=/wp/v2/${path}&${query}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text.slice(0, 1_000)}`)
      return JSON.parse(text) as { id: number }
    }

    const running = starting.move()
    return { version, steps: stepsOf(host, call), [Symbol.asyncDispose]: () => running.disposeAsync() }
  },
}

async function requireInstalled(): Promise<void> {
  try {
    await access(join(installed, 'wp-load.php'))
    await runProgram('php', ['-r', 'exit(extension_loaded("mysqli") ? 0 : 1);'], { cwd: '/' })
    await runProgram('mariadbd', ['--version'], { cwd: '/' })
  } catch (error) {
    const packages = 'apt-get install wordpress php-cli php-mysql mariadb-server'
    throw new CannotRun(`not installed (${packages}): ${String(error).split('\n')[0]}`)
  }
}

/** The pages have the host of the project, although PHP serves the site on a port of this machine. */
const configOf = ({ host, address, secret }: SenderTools, socket: string): string => `<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WP_HOME', 'https://${host}' );
define( 'WP_SITEURL', 'https://${host}' );
define( 'WP_ENVIRONMENT_TYPE', 'local' );
define( 'DISABLE_WP_CRON', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost' );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'PAGEBELL_ADDRESS', '${address}' );
define( 'PAGEBELL_SECRET', '${secret}' );
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`

type Call = (method: string, route: string, body?: object) => Promise<{ id: number }>

function stepsOf(host: string, call: Call) {
  const ids = { post: 0, page: 0, draft: 0 }
  const page = (slug: string, action: 'update' | 'delete' = 'update') => ({ url: `https://${host}/${slug}/`, action })
  const post = (body: object) => async () => void (await call('POST', `posts/${ids.post}`, body))
  return [
    {
      name: 'draft',
      async act() {
        ids.post = (await call('POST', 'posts', { title: 'Hello', slug: 'hello', content: 'One', status: 'draft' })).id
      },
      submitted: [],
    },
    { name: 'publish', act: post({ status: 'publish' }), submitted: [page('hello')] },
    { name: 'edit', act: post({ content: 'Two' }), submitted: [page('hello')] },
    { name: 'rename', act: post({ slug: 'welcome' }), submitted: [page('hello', 'delete'), page('welcome')] },
    { name: 'unpublish', act: post({ status: 'draft' }), submitted: [page('welcome', 'delete')] },
    { name: 'edit while unpublished', act: post({ content: 'Three' }), submitted: [] },
    { name: 'publish again', act: post({ status: 'publish' }), submitted: [page('welcome')] },
    {
      name: 'trash',
      act: async () => void (await call('DELETE', `posts/${ids.post}`)),
      submitted: [page('welcome', 'delete')],
    },
    {
      name: 'delete from the trash',
      act: async () => void (await call('DELETE', `posts/${ids.post}?force=true`)),
      submitted: [],
    },
    {
      name: 'publish a page at once',
      async act() {
        ids.page = (await call('POST', 'pages', { title: 'About', slug: 'about', status: 'publish' })).id
      },
      submitted: [page('about')],
    },
    {
      name: 'delete it without the trash',
      act: async () => void (await call('DELETE', `pages/${ids.page}?force=true`)),
      submitted: [page('about', 'delete')],
    },
    {
      name: 'a draft that is deleted',
      async act() {
        ids.draft = (await call('POST', 'posts', { title: 'Never', slug: 'never', status: 'draft' })).id
        await call('DELETE', `posts/${ids.draft}?force=true`)
      },
      submitted: [],
    },
  ]
}
