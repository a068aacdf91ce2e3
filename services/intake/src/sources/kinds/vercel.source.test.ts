import { fixture, withFields } from '../../../test/given-delivery.ts'
import { bodyHmac } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import vercel from './vercel.source.ts'

const created = fixture('vercel/deployment.created.json')
const event = (type: string, target?: string | null) =>
  withFields(created, { type, ...(target !== undefined && { 'payload.target': target }) })

specifySource(
  vercel,
  {
    publish: [
      [{ body: event('deployment.promoted') }, { verdict: 'scan', event: 'deployment.promoted' }],
      [{ body: event('deployment.succeeded', 'production') }, { verdict: 'scan' }],
      [{ body: event('deployment-ready', 'production') }, { verdict: 'scan' }],
      [{ body: event('deployment.rollback') }, { verdict: 'scan' }],
    ],
    draft: [
      [{ body: created }, { verdict: 'ignored', reason: 'deployment.created changes no page' }],
      [
        { body: event('deployment.succeeded', null) },
        { verdict: 'ignored', reason: 'deployment.succeeded of preview' },
      ],
      [
        { body: event('deployment.succeeded', 'staging') },
        { verdict: 'ignored', reason: 'deployment.succeeded of staging' },
      ],
      [{ body: event('deployment.error', 'production') }, { verdict: 'ignored' }],
    ],
    rename: 'no pages are named',
    unpublish: 'no pages are named',
    delete: 'no pages are named',
    otherHost: 'no pages are named',
    ping: 'Vercel sends no ping',
    unknownEvent: [{ body: event('project.created') }, { verdict: 'ignored', reason: 'project.created names no page' }],
    missingField: [{ body: withFields(created, { type: undefined }) }, { verdict: 'unmapped', missing: ['type'] }],
  },
  bodyHmac('x-vercel-signature', '', 'sha1'),
)
