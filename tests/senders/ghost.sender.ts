import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@pagebell/start/free-port'
import { callJson } from './harness/call-json.ts'
import { installUnpacked } from './harness/install-packages.ts'
import { startProgram } from './harness/run-program.ts'
import type { Sender, SenderTools, Step } from './harness/sender.ts'
import { startMariaDb } from './harness/start-mariadb.ts'

const version = '6.65.0'
const author = { email: 'author@ghost.example', password: 'a few words in a row' }
const events = ['published', 'published.edited', 'unpublished', 'deleted']

/** Ghost from npm with a private MariaDB; its author uses the Admin API, as its editor does. */
export const sender: Sender = {
  name: 'ghost',
  kind: 'ghost',

  async start(tools) {
    await using starting = new AsyncDisposableStack()
    const { host, folder } = tools
    const ghost = await installUnpacked(tools.packages, 'ghost', version)
    const { socket } = starting.use(await startMariaDb(folder, 'ghost'))
    await cp(join(ghost, 'content'), join(folder, 'content'), { recursive: true })
    const port = await freePort()
    const env = { ...process.env, ...settingsOf({ host, socket, port, content: join(folder, 'content') }) }
    // It listens first, and answers 503 until its database is ready.
    const isReady = () => askGhost(host, port)('GET', 'site/').then(() => true)
    starting.use(await startProgram(process.execPath, ['index.js'], { cwd: ghost, env, timeoutMs: 240_000 }, isReady))
    const call = await signIn(host, port)
    await addWebhooks(call, tools)
    const running = starting.move()
    return { version, steps: stepsOf(host, call), [Symbol.asyncDispose]: () => running.disposeAsync() }
  },
}

type Place = { host: string; socket: string; port: number; content: string }

/** Ghost reads its settings from variables; a double underscore is a level. */
const settingsOf = ({ host, socket, port, content }: Place) => ({
  NODE_ENV: 'production',
  url: `https://${host}`,
  server__host: '127.0.0.1',
  server__port: String(port),
  database__client: 'mysql',
  database__connection__socketPath: socket,
  database__connection__user: 'root',
  database__connection__password: '',
  database__connection__database: 'ghost',
  paths__contentPath: content,
  logging__transports: '["stdout"]',
  privacy__useUpdateCheck: 'false',
  // Otherwise the first sign-in waits for a code by e-mail.
  security__staffDeviceVerification: 'false',
  // Pagebell is on this machine here, which Ghost does not call otherwise.
  security__allowWebhookInternalIPs: 'true',
})

type Entity = { id: string; updated_at: string }
type Call = (method: string, path: string, body?: object) => Promise<Record<string, Entity[]>>

/** A call of the Admin API as it comes through a proxy that has ended TLS. */
function askGhost(host: string, port: number) {
  const headers = { host, origin: `https://${host}`, 'x-forwarded-proto': 'https', 'accept-version': 'v6.0' }
  return (method: string, path: string, body?: object, cookie = '') =>
    callJson({ port, method, path: `/ghost/api/admin/${path}`, headers: { ...headers, cookie }, body })
}

async function signIn(host: string, port: number): Promise<Call> {
  const ask = askGhost(host, port)
  const setup = { name: 'Author', blogTitle: 'A site', ...author }
  await ask('POST', 'authentication/setup/', { setup: [setup] })
  const { cookies } = await ask('POST', 'session/', { username: author.email, password: author.password })
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
  return async (method, path, body) => (await ask(method, path, body, cookie)).body as Record<string, Entity[]>
}

async function addWebhooks(call: Call, { address, secret }: SenderTools): Promise<void> {
  const { integrations } = await call('POST', 'integrations/', { integrations: [{ name: 'Pagebell' }] })
  const integration_id = integrations?.[0]?.id
  for (const event of ['post', 'page'].flatMap((type) => events.map((one) => `${type}.${one}`))) {
    const webhook = { event, name: event, target_url: address, secret, integration_id }
    await call('POST', 'webhooks/', { webhooks: [webhook] })
  }
}

function stepsOf(host: string, call: Call): Step[] {
  const url = (slug: string, action: 'update' | 'delete' = 'update') => ({ url: `https://${host}/${slug}/`, action })
  const current: { posts?: Entity | undefined; pages?: Entity | undefined } = {}
  const add = (type: 'posts' | 'pages', fields: object) => async () => {
    current[type] = (await call('POST', `${type}/?source=html`, { [type]: [fields] }))[type]?.[0]
  }
  const change = (type: 'posts' | 'pages', fields: object) => async () => {
    const { id = '', updated_at } = current[type] ?? {}
    const path = `${type}/${id}/?source=html`
    current[type] = (await call('PUT', path, { [type]: [{ ...fields, updated_at }] }))[type]?.[0]
  }
  const remove = (type: 'posts' | 'pages') => async () => void (await call('DELETE', `${type}/${current[type]?.id}/`))
  const draft = { title: 'Hello', slug: 'hello', html: '<p>One</p>', status: 'draft' }
  return [
    { name: 'draft', act: add('posts', draft), submitted: [], isSent: false },
    { name: 'publish', act: change('posts', { status: 'published' }), submitted: [url('hello')] },
    { name: 'edit', act: change('posts', { html: '<p>Two</p>' }), submitted: [url('hello')] },
    { name: 'rename', act: change('posts', { slug: 'welcome' }), submitted: [url('hello', 'delete'), url('welcome')] },
    { name: 'unpublish', act: change('posts', { status: 'draft' }), submitted: [url('welcome', 'delete')] },
    {
      name: 'edit while unpublished',
      act: change('posts', { html: '<p>Three</p>' }),
      submitted: [],
      isSent: false,
    },
    { name: 'publish again', act: change('posts', { status: 'published' }), submitted: [url('welcome')] },
    { name: 'delete', act: remove('posts'), submitted: [url('welcome', 'delete')] },
    {
      name: 'publish a page at once',
      act: add('pages', { title: 'About', slug: 'about-us', html: '<p>Us</p>', status: 'published' }),
      submitted: [url('about-us')],
    },
    { name: 'delete the page', act: remove('pages'), submitted: [url('about-us', 'delete')] },
  ]
}
