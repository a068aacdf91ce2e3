import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import { withFields } from '../../../test/given-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import netlify from './netlify.source.ts'

const deploy = {
  id: '5ebc34bf4fea0b01f02efa3a',
  state: 'ready',
  name: 'site',
  url: 'http://example.com',
  ssl_url: 'https://example.com',
  deploy_ssl_url: 'https://5ebc34bf4fea0b01f02efa3a--site.netlify.app',
  branch: 'master',
  context: 'production',
  updated_at: '2026-11-25T11:59:00Z',
}
const headers = { 'X-Netlify-Event': 'deploy_created' }

specifySource(
  netlify,
  {
    publish: [
      { headers, body: deploy },
      { verdict: 'scan', event: 'ready', reason: 'deploy of production' },
    ],
    draft: [
      [
        { headers, body: { ...deploy, context: 'deploy-preview' } },
        { verdict: 'ignored', reason: 'deploy of deploy-preview' },
      ],
      [
        { headers, body: { ...deploy, context: 'branch-deploy' } },
        { verdict: 'ignored', reason: 'deploy of branch-deploy' },
      ],
      [
        { headers, body: { ...deploy, state: 'building' } },
        { verdict: 'ignored', reason: 'deploy is building' },
      ],
      [
        { headers, body: { ...deploy, state: 'error' } },
        { verdict: 'ignored', reason: 'deploy is error' },
      ],
      [
        { headers: { 'X-Netlify-Event': 'deploy_locked' }, body: deploy },
        { verdict: 'ignored', reason: 'deploy_locked' },
      ],
    ],
    rename: 'no pages are named',
    unpublish: 'no pages are named',
    delete: 'no pages are named',
    otherHost: 'no pages are named',
    ping: 'Netlify sends no ping',
    unknownEvent: [{ body: { form_id: 'f1', data: {} } }, { verdict: 'ignored' }],
    missingField: [
      [
        { headers, body: withFields(deploy, { state: undefined }) },
        { verdict: 'unmapped', missing: ['state'] },
      ],
      [
        { headers, body: withFields(deploy, { context: undefined }) },
        { verdict: 'unmapped', missing: ['context'] },
      ],
    ],
  },
  {
    sign: async ({ body }, secret) => {
      const claims = { iss: 'netlify', sha256: createHash('sha256').update(body).digest('hex') }
      const signed = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      return { 'X-Webhook-Signature': await signed.sign(Buffer.from(secret)) }
    },
  },
)
