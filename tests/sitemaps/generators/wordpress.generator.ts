import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@pagebell/start/free-port'
import { request } from 'undici'
import { runProgram, startProgram } from '../../senders/harness/run-program.ts'
import { startMariaDb } from '../../senders/harness/start-mariadb.ts'
import { articles } from '../articles.ts'
import type { SiteGenerator } from '../generator.ts'
import { versionOf, writeFiles } from '../static-site.ts'

const debianPackages = 'wordpress php-cli php-mysql mariadb-server'
/** Where the package of Debian puts it. */
const installed = '/usr/share/wordpress'
const requirements = `extension_loaded('mysqli') or exit(1); require '${installed}/wp-includes/version.php';`
const programOf = (name: string): string => fileURLToPath(new URL(`../wordpress/${name}`, import.meta.url))

const configOf = (origin: string, socket: string): string => `<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WP_HOME', '${origin}' );
define( 'WP_SITEURL', '${origin}' );
define( 'DISABLE_WP_CRON', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`

/** WordPress core from Debian with a private MariaDB: the sitemap of core, and its feeds (RSS 2.0 and 1.0, Atom). */
export const generator: SiteGenerator = {
  name: 'wordpress',
  async build({ folder, origin }) {
    await versionOf('php', ['-r', requirements], debianPackages)
    await versionOf('mariadbd', ['--version'], debianPackages)
    await using starting = new AsyncDisposableStack()
    const { socket } = starting.use(await startMariaDb(folder, 'wordpress'))
    const site = join(folder, 'site')
    await cp(installed, site, { recursive: true, dereference: true })
    await writeFiles(site, { 'wp-config.php': configOf(origin, socket), 'articles.json': JSON.stringify(articles) })
    const version = (await runProgram('php', [programOf('fill.php')], { cwd: site })).trim()

    const port = await freePort()
    const fetchFile = async (path: string) => {
      const headers = { host: new URL(origin).host }
      const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, { headers })
      const bytes = new Uint8Array(await body.arrayBuffer())
      if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}: ${Buffer.from(bytes).toString()}`)
      return bytes
    }
    const answers = () => fetchFile('/').then(() => true)
    const server = ['-S', `127.0.0.1:${port}`, '-t', site, programOf('router.php')]
    starting.use(await startProgram('php', server, { cwd: site }, answers))
    const running = starting.move()
    const others = ['/', '/sample-page/', '/category/uncategorized/', '/author/author/'].map((path) => ({ path }))
    const pathOf = (slug: string): string => `/${slug}/`
    const published = articles.map((article) => ({ path: pathOf(article.slug), lastmod: article.published }))
    const changed = articles.map((article) => ({ path: pathOf(article.slug), lastmod: article.changed }))
    return {
      version,
      fetchFile,
      [Symbol.asyncDispose]: () => running.disposeAsync(),
      listings: [
        {
          path: '/wp-sitemap.xml',
          kind: 'index',
          // Core writes dates from 6.5 on.
          pages: [...others, ...articles.map(({ slug }) => ({ path: pathOf(slug), lastmod: null }))],
          dates: 'no_dates',
        },
        { path: '/feed/', kind: 'rss', pages: published, dates: 'dated' },
        { path: '/feed/atom/', kind: 'atom', pages: changed, dates: 'dated' },
        { path: '/feed/rdf/', kind: 'rss', pages: published, dates: 'dated' },
      ],
    }
  },
}
