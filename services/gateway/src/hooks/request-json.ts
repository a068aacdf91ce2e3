import type { WebhookRequest__Output as WebhookRequest } from '@pagebell/protos/intake/v1/requests'
import { type Static, Type } from '@pagebell/schema/type'
import { named, textOrNull, time } from '../http/schemas.ts'

/** A call of the webhook of a project, or of one of its sources. */
export const requestJson = named(
  'WebhookRequest',
  Type.Object(
    {
      id: Type.String(),
      received_at: time('When it arrived.'),
      requests: Type.Integer({ description: 'Calls that this entry stands for: a flood shares one each second.' }),
      address: Type.String({ description: 'IP address of the client.' }),
      user_agent: textOrNull(),
      status_code: Type.Integer({ description: 'HTTP status of the answer.' }),
      code: textOrNull({ description: 'Code of the problem; null if it was not refused.' }),
      message: textOrNull({ description: 'The problem in words.' }),
      fields: Type.Array(Type.String(), { description: 'Names of the fields of the body. Values are not kept.' }),
      channel: textOrNull({ description: 'null for the default channels of the project, and if it was refused.' }),
      action: textOrNull({ description: 'update or delete; null if it was refused.' }),
      dry_run: Type.Boolean(),
      urls: Type.Integer({ description: 'URLs in the body.' }),
      accepted: Type.Integer(),
      duplicates: Type.Integer(),
      rejected: Type.Integer({ description: 'Invalid URLs, and those of other sites.' }),
      batch_id: textOrNull({ description: 'null if nothing was accepted.' }),
      source: textOrNull({ description: 'The source that was called; null for calls of /submit.' }),
      verdict: textOrNull({
        description:
          'What was made of a call of a source: urls, waiting, waiting_full, scan, ignored, unmapped or unauthorized. Of a call of /submit: waiting, or null.',
      }),
      event: textOrNull({ description: 'Of a call of a source: what the sender calls the event.' }),
      missing: Type.Array(Type.String(), {
        description: 'Of a call of a source: names of fields that its rules need and the body does not have.',
      }),
    },
    { description: 'A call of the webhook of a project, without its body and token.' },
  ),
)

export const toRequestJson = ({
  request_id,
  agent,
  status,
  source_id,
  ...request
}: WebhookRequest): Static<typeof requestJson> => ({
  ...request,
  id: request_id,
  user_agent: agent ?? null,
  status_code: status,
  code: request.code ?? null,
  message: request.message ?? null,
  channel: request.channel ?? null,
  action: request.action ?? null,
  batch_id: request.batch_id ?? null,
  source: source_id ?? null,
  verdict: request.verdict ?? null,
  event: request.event ?? null,
})
