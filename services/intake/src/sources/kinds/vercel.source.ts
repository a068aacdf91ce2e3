import { textAt } from '../json-field.ts'
import { bodySignature } from '../signatures/hmac-signature.ts'
import { defineSource, ignored, scan, unknown, unmapped } from '../source.ts'

/** Events after which another deployment is what visitors see. */
const switching = ['deployment.promoted', 'deployment.rollback']
/** `deployment.ready` and `deployment-ready` are names of older versions. */
const succeeded = ['deployment.succeeded', 'deployment.ready', 'deployment-ready']

export default defineSource({
  kind: 'vercel',
  title: 'Vercel',
  sends: 'The states of deployments. The host of a deployment is not the public one, so no URL is taken from it.',
  setUp: [
    'In the team open Settings, Webhooks (Pro and Enterprise).',
    'Events: Deployment Promoted and Deployment Succeeded. Projects: the project of this site. Endpoint: the ' +
      'address of this source.',
    'Enter the secret that Vercel shows once as the secret of this source.',
  ],
  secret: 'signs',
  signed: '`x-vercel-signature: <hex HMAC-SHA1 of the body>`.',
  results: [
    ['`deployment.promoted`, `deployment.rollback`', 'a scan'],
    ['`deployment.succeeded` with the target production', 'a scan'],
    ['previews; `deployment.created`, `.error`, `.canceled` and others', 'ignored'],
  ],
  format: 'json',
  rules: [],
  sample: {
    body: { id: '7', type: 'deployment.promoted' },
  },
  verify: bodySignature({ header: 'x-vercel-signature', algorithm: 'sha1', encoding: 'hex' }),
  eventOf: (_headers, body) => textAt(body, 'type') ?? null,
  deliveryId: ({ body }) => textAt(body, 'id'),

  read({ event, body }) {
    if (event === null) return unmapped(['type'])
    if (switching.includes(event)) return scan(event)
    if (!succeeded.includes(event))
      return event.startsWith('deployment') ? ignored(`${event} changes no page`) : unknown(event)
    const target = textAt(body, 'payload.target') ?? textAt(body, 'payload.deployment.target') ?? 'preview'
    return target === 'production' ? scan(`${event} of production`) : ignored(`${event} of ${target}`)
  },
})
