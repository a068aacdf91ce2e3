import { textAt } from '../json-field.ts'
import { netlifySignature } from '../signatures/netlify-signature.ts'
import { defineSource, ignored, scan, unknown, unmapped } from '../source.ts'

/** Events that send the last deploy although nothing was published. */
const notDeployed = ['deploy_locked', 'deploy_unlocked', 'deploy_deleted']

export default defineSource({
  kind: 'netlify',
  title: 'Netlify',
  sends: 'The states of deploys, without the pages that changed.',
  setUp: [
    'In the project open Project configuration, Notifications, Deploy notifications, Add notification, HTTP ' +
      'POST request.',
    'Event: Deploy succeeded. URL: the address of this source. JWS secret token: the secret of this source.',
  ],
  secret: 'signs',
  signed:
    '`X-Webhook-Signature`: a JWS (HS256) with the claims `iss` (netlify) and `sha256` (hex SHA-256 of the body).',
  results: [
    ['`state` `ready` and `context` `production`', 'a scan'],
    ['deploy previews, branch deploys, other states; locked, unlocked and deleted deploys', 'ignored'],
  ],
  format: 'json',
  rules: [],
  sample: {
    body: { id: '7', state: 'ready', context: 'production' },
  },
  verify: netlifySignature,
  eventOf: (headers, body) => textAt(body, 'state') ?? headers.get('x-netlify-event') ?? null,
  deliveryId: ({ body }) => {
    const [id, state] = [textAt(body, 'id'), textAt(body, 'state')]
    return id === undefined || state === undefined ? undefined : `${id}/${state}/${textAt(body, 'updated_at') ?? ''}`
  },

  read({ headers, body, event }) {
    const [state, context] = [textAt(body, 'state'), textAt(body, 'context')]
    if (state === undefined) return textAt(body, 'form_id') === undefined ? unmapped(['state']) : unknown('a form')
    const name = headers.get('x-netlify-event') ?? ''
    if (notDeployed.includes(name)) return ignored(name)
    if (state !== 'ready') return ignored(`deploy is ${event}`)
    if (context === undefined) return unmapped(['context'])
    return context === 'production' ? scan('deploy of production') : ignored(`deploy of ${context}`)
  },
})
