import type { Sender } from './harness/sender.ts'
import { startWordPress } from './wordpress/start-wordpress.ts'

/** WordPress from Debian with a private MariaDB and a webhook plug-in of this folder; its author uses the REST API. */
export const sender: Sender = {
  name: 'wordpress',
  kind: 'wordpress',

  async start({ host, address, secret, folder }) {
    const constants = { PAGEBELL_ADDRESS: address, PAGEBELL_SECRET: secret }
    const running = await startWordPress({ host, folder, plugins: ['pagebell-webhook.php'], constants })
    return {
      version: running.version,
      steps: stepsOf(host, running.call),
      [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
    }
  },
}

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
