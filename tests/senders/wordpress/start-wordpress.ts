import { access, cp, mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort } from '@pagebell/start/free-port'
import { runProgram, startProgram } from '../harness/run-program.ts'
import { CannotRun } from '../harness/sender.ts'
import { startMariaDb } from '../harness/start-mariadb.ts'

/** Where the package of Debian puts it. */
const installed = '/usr/share/wordpress'
const fileOf = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url))

export type Visit = { method?: string; headers?: Record<string, string>; body?: string }
export type Visited = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

export type WordPress = AsyncDisposable & {
  version: string
  /** Its folder. */
  site: string
  port: number
  /** Calls its REST API as the administrator, by a route such as `posts/7?force=true`. Throws unless it is 2xx. */
  call: (method: string, route: string, body?: object) => Promise<{ id: number }>
  /** Runs a line of PHP with WordPress loaded, and returns what it printed. */
  php: (code: string) => Promise<string>
  /** A request of anybody, as it comes through a proxy that has ended TLS. */
  visit: (path: string, visit?: Visit) => Promise<Visited>
}

type WordPressSettings = {
  /** The host of its pages, although PHP serves them on a port of this machine. */
  host: string
  /** An empty folder outside the repository. */
  folder: string
  /** Must-use plug-ins: files of this folder. */
  plugins?: string[]
  constants?: Record<string, string>
}

/** WordPress from Debian with a private MariaDB, served by PHP. Throws CannotRun where it is not installed. */
export async function startWordPress({
  host,
  folder,
  plugins = [],
  constants = {},
}: WordPressSettings): Promise<WordPress> {
  await requireInstalled()
  await using starting = new AsyncDisposableStack()
  const { socket } = starting.use(await startMariaDb(folder, 'wordpress'))
  const site = join(folder, 'site')
  await cp(installed, site, { recursive: true, dereference: true })
  await writeFile(join(site, 'wp-config.php'), configOf(host, socket, constants))
  await writeFile(join(site, 'wp-content/debug.log'), '')
  await mkdir(join(site, 'wp-content/mu-plugins'), { recursive: true })
  for (const name of plugins) await cp(fileOf(name), join(site, 'wp-content/mu-plugins', name))
  const printed = await runProgram('php', [fileOf('install.php')], { cwd: site })
  const { password, version } = JSON.parse(printed) as { password: string; version: string }

  const port = await freePort()
  const answers = () => fetch(`http://127.0.0.1:${port}/?rest_route=/`).then(({ ok }) => ok)
  const served = ['-S', `127.0.0.1:${port}`, '-t', site, fileOf('router.php')]
  starting.use(await startProgram('php', served, { cwd: site }, answers))
  const authorization = `Basic ${Buffer.from(`author:${password}`).toString('base64')}`
  const running = starting.move()
  return {
    version,
    site,
    port,
    async call(method, route, body) {
      const [path = '', query = ''] = route.split('?')
      const response = await fetch(`http://127.0.0.1:${port}/?rest_route=/wp/v2/${path}&${query}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const answer = await response.text()
      if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${answer.slice(0, 1_000)}`)
      return JSON.parse(answer) as { id: number }
    },
    php: (code) => runProgram('php', ['-r', `require 'wp-load.php'; ${code}`], { cwd: site }),
    visit: (path, visit = {}) => visitAt({ port, host, path, ...visit }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** With the host of the site as Host, which fetch does not send; redirects are not followed. */
async function visitAt({
  port,
  host,
  path,
  method = 'GET',
  headers = {},
  body,
}: Visit & { port: number; host: string; path: string }) {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers: { host, ...headers } }
    request(options, resolve).on('error', reject).end(body)
  })
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
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

const configOf = (host: string, socket: string, constants: Record<string, string>): string => `<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WP_HOME', 'https://${host}' );
define( 'WP_SITEURL', 'https://${host}' );
define( 'WP_ENVIRONMENT_TYPE', 'local' );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', true );
define( 'DISABLE_WP_CRON', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost' );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
${Object.entries(constants)
  .map(([name, value]) => `define( '${name}', '${value}' );`)
  .join('\n')}
$_SERVER['HTTPS'] = 'on';
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`
