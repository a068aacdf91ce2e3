import { join } from 'node:path'
import { freePort } from '@pagebell/start/free-port'
import { callJson } from './harness/call-json.ts'
import { installPackages } from './harness/install-packages.ts'
import { runProgram, startProgram } from './harness/run-program.ts'
import type { Sender, SenderTools, Step } from './harness/sender.ts'
import { startMariaDb } from './harness/start-mariadb.ts'

const version = '12.4.0'
/** The version of isolated-vm that Directus names has to be compiled; this one is there for every system. Flows use none. */
const packages = { named: [`directus@${version}`, 'mysql2@3'], overrides: { 'isolated-vm': '7.0.1' } }
const author = { email: 'author@example.com', password: 'a few words in a row' }

/** Directus from npm with a private MariaDB, a collection and two flows, as the page of the kind describes them. */
export const sender: Sender = {
  name: 'directus',
  kind: 'directus',
  rules: [
    {
      when: { collection: 'posts' },
      url: 'https://{project}/blog/{payload.slug}',
      id: '{key}',
      publish_if: { 'payload.status': 'published' },
    },
  ],

  async start(tools) {
    await using starting = new AsyncDisposableStack()
    const { host, folder } = tools
    const installed = await installPackages(tools.packages, 'directus', packages)
    const { socket } = starting.use(await startMariaDb(folder, 'directus'))
    const port = await freePort()
    const env = { ...process.env, ...settingsOf(socket, port) }
    const program = join(installed, 'node_modules/directus/cli.js')
    await runProgram(process.execPath, [program, 'bootstrap'], { cwd: folder, env, timeoutMs: 240_000 })
    const isReady = () => fetch(`http://127.0.0.1:${port}/server/ping`).then(({ ok }) => ok)
    starting.use(
      await startProgram(process.execPath, [program, 'start'], { cwd: folder, env, timeoutMs: 240_000 }, isReady),
    )
    const call = await signIn(port)
    await addCollection(call)
    await addFlows(call, tools)
    const running = starting.move()
    return { version, steps: stepsOf(host, call), [Symbol.asyncDispose]: () => running.disposeAsync() }
  },
}

const settingsOf = (socket: string, port: number) => ({
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SECRET: 'the secret of a test',
  DB_CLIENT: 'mysql',
  DB_SOCKET_PATH: socket,
  DB_USER: 'root',
  DB_PASSWORD: '',
  DB_DATABASE: 'directus',
  ADMIN_EMAIL: author.email,
  ADMIN_PASSWORD: author.password,
  TELEMETRY: 'false',
  // By default flows may not reach the addresses of this machine, where Pagebell is here.
  IMPORT_IP_DENY_LIST: '192.0.2.1',
})

type Item = { data: { id: string; access_token?: string } }
type Call = (method: string, path: string, body?: object) => Promise<Item>

async function signIn(port: number): Promise<Call> {
  const { body } = await callJson({ port, method: 'POST', path: '/auth/login', body: author })
  const headers = { authorization: `Bearer ${(body as Item).data.access_token}` }
  return async (method, path, sent) => (await callJson({ port, method, path, headers, body: sent })).body as Item
}

async function addCollection(call: Call): Promise<void> {
  const id = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } }
  const texts = ['slug', 'title', 'status'].map((field) => ({ field, type: 'string', schema: {} }))
  await call('POST', '/collections', { collection: 'posts', schema: {}, meta: {}, fields: [id, ...texts] })
}

/** Three flows: a creation names its item by `key`, an update by `keys`, and a template of both finds none. */
async function addFlows(call: Call, { address, secret }: SenderTools): Promise<void> {
  const headers = [{ header: 'Authorization', value: `Bearer ${secret}` }]
  const addFlow = async (name: string, scope: string[]) => {
    const options = { type: 'action', scope, collections: ['posts'] }
    return (await call('POST', '/flows', { name, status: 'active', trigger: 'event', accountability: null, options }))
      .data.id
  }
  const addRequest = async (flow: string, body: object) => {
    const options = { method: 'POST', url: address, headers, body: JSON.stringify(body) }
    const operation = { flow, key: 'send', name: 'Send', type: 'request', position_x: 37, position_y: 1, options }
    return (await call('POST', '/operations', operation)).data.id
  }
  const event = '{{$trigger.event}}'
  // Reads the item first, since an update has only what changed.
  const addChanges = async (scope: string, key: string) => {
    const flow = await addFlow(scope, [scope])
    const fields = { slug: '{{read.slug}}', status: '{{read.status}}' }
    const sending = await addRequest(flow, { event, collection: 'posts', key: '{{read.id}}', payload: fields })
    const reading = await call('POST', '/operations', {
      flow,
      key: 'read',
      name: 'Read',
      type: 'item-read',
      position_x: 19,
      position_y: 1,
      options: { permissions: '$full', collection: 'posts', key },
      resolve: sending,
    })
    await call('PATCH', `/flows/${flow}`, { operation: reading.data.id })
  }
  await addChanges('items.create', '{{$trigger.key}}')
  await addChanges('items.update', '{{$trigger.keys[0]}}')

  const deletions = await addFlow('deletions', ['items.delete'])
  const deletion = await addRequest(deletions, { event, collection: 'posts', key: '{{$trigger.keys[0]}}' })
  await call('PATCH', `/flows/${deletions}`, { operation: deletion })
}

function stepsOf(host: string, call: Call): Step[] {
  const url = (slug: string, action: 'update' | 'delete' = 'update') => ({
    url: `https://${host}/blog/${slug}`,
    action,
  })
  let id = ''
  const change = (fields: object) => async () => void (await call('PATCH', `/items/posts/${id}`, fields))
  return [
    {
      name: 'draft',
      async act() {
        id = (await call('POST', '/items/posts', { title: 'Hello', slug: 'hello', status: 'draft' })).data.id
      },
      submitted: [],
    },
    { name: 'publish', act: change({ status: 'published' }), submitted: [url('hello')] },
    { name: 'edit', act: change({ title: 'Hello again' }), submitted: [url('hello')] },
    { name: 'rename', act: change({ slug: 'welcome' }), submitted: [url('hello', 'delete'), url('welcome')] },
    { name: 'unpublish', act: change({ status: 'draft' }), submitted: [url('welcome', 'delete')] },
    { name: 'publish again', act: change({ status: 'published' }), submitted: [url('welcome')] },
    {
      name: 'delete',
      act: async () => void (await call('DELETE', `/items/posts/${id}`)),
      submitted: [url('welcome', 'delete')],
    },
  ]
}
