import { expect, it } from '@jest/globals'
import { html, textOf } from '@pagebell/html/template'
import type { WebhookRequest__Output as WebhookRequest } from '@pagebell/protos/intake/v1/requests'
import { requestBadge } from '../../parts/badge.ts'
import { requestResult } from './request-result.ts'

const call: WebhookRequest = {
  request_id: '01890000-0000-7000-8000-000000000001',
  received_at: '2026-11-26T10:00:00.000Z',
  requests: 1,
  address: '192.0.2.1',
  status: 202,
  fields: [],
  dry_run: false,
  urls: 6,
  accepted: 0,
  duplicates: 0,
  rejected: 0,
  missing: [],
}

it.each([
  ['urls', 'URLs', '3 URLs accepted, 1 duplicate, 2 URLs not usable', { accepted: 3, duplicates: 1, rejected: 2 }],
  ['waiting', 'Waiting', '1 duplicate, 4 URLs waiting for the quota, 1 URL not usable', { duplicates: 1, rejected: 1 }],
  ['waiting_full', 'Not kept', 'Over the quota, and the waiting list of the project is full', {}],
  ['scan', 'Scan', 'the sender does not say which', {}],
  ['ignored', 'Ignored', 'Authentic, and nothing to do.', {}],
  ['unmapped', 'Not mapped', 'No URL can be made of it.', {}],
  ['unauthorized', 'Unauthorized', 'The signature or secret is missing', {}],
])('a call with the verdict %s is shown as %s', (verdict, badge, result, more) => {
  const request = { ...call, ...more, verdict }
  expect(textOf(requestBadge(request)).replace(/<[^>]+>/g, '')).toBe(badge)
  expect(textOf(html`${requestResult(request)}`)).toContain(result)
})
