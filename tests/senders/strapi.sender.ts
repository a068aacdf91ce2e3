import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freePort } from '@pagebell/start/free-port'
import { callJson } from './harness/call-json.ts'
import { installPackages } from './harness/install-packages.ts'
import { startProgram } from './harness/run-program.ts'
import type { Sender, SenderTools, Step } from './harness/sender.ts'
import { startMariaDb } from './harness/start-mariadb.ts'

const version = '5.54.0'
/** Beside Strapi: the peers of its panel, which is not served, and the driver of the database. */
const packages = [
  `@strapi/strapi@${version}`,
  'react@18',
  'react-dom@18',
  'react-router-dom@6',
  'styled-components@6',
  'mysql2@3',
]
const events = ['entry.create', 'entry.update', 'entry.delete', 'entry.publish', 'entry.unpublish']
const articles = '/content-manager/collection-types/api::article.article'

/** Strapi from npm with a private MariaDB and one type; its author uses the API of the content manager. */
export const sender: Sender = {
  name: 'strapi',
  kind: 'strapi',
  rules: [{ when: { model: 'article' }, url: 'https://{project}/articles/{entry.slug}' }],

  async start(tools) {
    await using starting = new AsyncDisposableStack()
    const { host, folder } = tools
    const installed = await installPackages(tools.packages, 'strapi', { named: packages })
    const { socket } = starting.use(await startMariaDb(folder, 'strapi'))
    const [app, port] = [join(folder, 'app'), await freePort()]
    for (const [path, text] of Object.entries(filesOf(socket, port))) {
      await mkdir(dirname(join(app, path)), { recursive: true })
      await writeFile(join(app, path), text)
    }
    await symlink(join(installed, 'node_modules'), join(app, 'node_modules'))
    // Not production: there Strapi does not call addresses of this machine, where Pagebell is here.
    const env = { ...process.env, NODE_ENV: 'staging', STRAPI_TELEMETRY_DISABLED: 'true' }
    const program = [join(app, 'node_modules/@strapi/strapi/bin/strapi.js'), 'start']
    const isReady = () => fetch(`http://127.0.0.1:${port}/_health`).then(({ status }) => status === 204)
    starting.use(await startProgram(process.execPath, program, { cwd: app, env, timeoutMs: 240_000 }, isReady))
    const call = await signIn(port)
    await addWebhook(call, tools)
    const running = starting.move()
    return { version, steps: stepsOf(host, call), [Symbol.asyncDispose]: () => running.disposeAsync() }
  },
}

const schema = {
  kind: 'collectionType',
  collectionName: 'articles',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  options: { draftAndPublish: true },
  attributes: { title: { type: 'string' }, slug: { type: 'uid', targetField: 'title' } },
}

/** Strapi starts only in a package that depends on it. */
const manifest = {
  name: 'site',
  private: true,
  version: '1.0.0',
  dependencies: { '@strapi/strapi': version },
  strapi: { uuid: 'none' },
}

const keys = { appKeys: ['one', 'two'], apiToken: { salt: 'salt' } }

/** The application: what `create-strapi` writes, as far as it is needed. */
function filesOf(socket: string, port: number): Record<string, string> {
  const connection = { socketPath: socket, user: 'root', password: '', database: 'strapi' }
  const asModule = (value: unknown) => `module.exports = ${JSON.stringify(value, null, 2)}\n`
  const core = (what: string) =>
    `module.exports = require('@strapi/strapi').factories.create${what}('api::article.article')\n`
  const admin = {
    auth: { secret: 'a secret' },
    apiToken: keys.apiToken,
    transfer: { token: { salt: 'salt' } },
    secrets: { encryptionKey: '0123456789abcdef0123456789abcdef' },
    serveAdminPanel: false,
  }
  const names = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public']
  return {
    'package.json': JSON.stringify(manifest),
    'config/server.js': asModule({ host: '127.0.0.1', port, app: { keys: keys.appKeys } }),
    'config/admin.js': asModule(admin),
    'config/api.js': asModule({ rest: { defaultLimit: 25 } }),
    'config/middlewares.js': asModule(names.map((name) => `strapi::${name}`)),
    'config/database.js': asModule({ connection: { client: 'mysql', connection } }),
    'src/index.js': asModule({}),
    'src/api/article/content-types/article/schema.json': JSON.stringify(schema),
    'src/api/article/controllers/article.js': core('CoreController'),
    'src/api/article/routes/article.js': core('CoreRouter'),
    'src/api/article/services/article.js': core('CoreService'),
    'public/robots.txt': '',
    'public/uploads/.gitkeep': '',
  }
}

type Entry = { data: { documentId: string; token?: string; accessToken?: string } }
type Call = (method: string, path: string, body?: object) => Promise<Entry>

async function signIn(port: number): Promise<Call> {
  const admin = { firstname: 'A', lastname: 'Author', email: 'author@strapi.example', password: 'Few-words-1-row' }
  const { body } = await callJson({ port, method: 'POST', path: '/admin/register-admin', body: admin })
  const { token, accessToken = token } = (body as Entry).data
  const headers = { authorization: `Bearer ${accessToken}` }
  return async (method, path, sent) => (await callJson({ port, method, path, headers, body: sent })).body as Entry
}

async function addWebhook(call: Call, { address, secret }: SenderTools): Promise<void> {
  const headers = { Authorization: `Bearer ${secret}` }
  await call('POST', '/admin/webhooks', { name: 'Pagebell', url: address, headers, events })
}

function stepsOf(host: string, call: Call): Step[] {
  const url = (slug: string, action: 'update' | 'delete' = 'update') => ({
    url: `https://${host}/articles/${slug}`,
    action,
  })
  let id = ''
  const publish = async (fields: object) => void (await call('POST', `${articles}/${id}/actions/publish`, fields))
  const change = async (fields: object) => void (await call('PUT', `${articles}/${id}`, fields))
  const first = { title: 'Hello', slug: 'hello' }
  const second = { title: 'Hello again', slug: 'hello' }
  const third = { title: 'Welcome', slug: 'welcome' }
  return [
    {
      name: 'draft',
      async act() {
        id = (await call('POST', articles, first)).data.documentId
      },
      submitted: [],
    },
    { name: 'publish', act: () => publish(first), submitted: [url('hello')] },
    { name: 'edit the draft', act: () => change(second), submitted: [] },
    { name: 'publish the edit', act: () => publish(second), submitted: [url('hello')] },
    { name: 'rename', act: () => publish(third), submitted: [url('hello', 'delete'), url('welcome')] },
    {
      name: 'unpublish',
      act: async () => void (await call('POST', `${articles}/${id}/actions/unpublish`, {})),
      submitted: [url('welcome', 'delete')],
    },
    { name: 'edit while unpublished', act: () => change({ ...third, title: 'Later' }), submitted: [] },
    { name: 'publish again', act: () => publish(third), submitted: [url('welcome')] },
    {
      name: 'delete',
      act: async () => void (await call('DELETE', `${articles}/${id}`)),
      submitted: [url('welcome', 'delete')],
    },
  ]
}
