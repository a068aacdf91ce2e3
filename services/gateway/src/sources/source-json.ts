import type { WebhookRequest__Output as WebhookRequest } from '@pagebell/protos/intake/v1/requests'
import type { Source__Output as Source, SourceKind__Output as SourceKind } from '@pagebell/protos/intake/v1/sources'
import { type Static, Type } from '@pagebell/schema/type'
import { named, oneOf, onlyThese, orNull, textOrNull, time, timeOrNull } from '../http/schemas.ts'

type LastRequest = {
  id: string
  received_at: string
  status_code: number
  verdict: string | null
  event: string | null
}
type Previous = { last_four: string; accepted_until: string | null }

/** A rule is described in docs/sources.md; intake validates it and names the field that is wrong. */
export const rulesSchema = Type.Unsafe<object[]>({
  type: 'array',
  maxItems: 50,
  items: { type: 'object', additionalProperties: true },
  description:
    'Rules that make URLs of payloads (docs/sources.md). The first rule whose `when` matches decides. Those of the kind if empty.',
  examples: [[{ when: { topic: 'products/*' }, url: 'https://{project}/products/{handle}', id: 'products/{id}' }]],
})

export const allowIpsSchema = Type.Array(Type.String({ maxLength: 50, examples: ['192.0.2.0/24'] }), {
  maxItems: 50,
  description: 'Addresses or CIDRs that deliveries may come from; any address if empty.',
})

export const sourceJson = named(
  'Source',
  Type.Object(
    {
      id: Type.String(),
      kind: Type.String({ description: 'The kind of sender, such as shopify or github (docs/sources.md).' }),
      name: Type.String(),
      enabled: Type.Boolean(),
      last_four: Type.String({ description: 'The end of the token, to recognise it by.' }),
      previous: orNull<Previous>(Type.Object({ last_four: Type.String(), accepted_until: textOrNull() }), {
        description: 'The token before this one, while it is still accepted.',
      }),
      has_secret: Type.Boolean({ description: 'false: deliveries are not verified.' }),
      previous_secret_until: timeOrNull('Until when the secret before this one is valid too.'),
      rules: rulesSchema,
      default_rules: Type.Boolean({ description: 'Whether the rules are those of the kind.' }),
      allow_ips: allowIpsSchema,
      created_at: time('When it was created.'),
      last_used_at: timeOrNull('When a delivery was last authentic, to a minute.'),
      last_request: orNull<LastRequest>(
        Type.Object({
          id: Type.String(),
          received_at: time('When it arrived.'),
          status_code: Type.Integer({ description: 'HTTP status of the answer.' }),
          verdict: textOrNull({ description: 'urls, waiting, waiting_full, scan, ignored, unmapped or unauthorized.' }),
          event: textOrNull({ description: 'What the sender calls the event.' }),
        }),
        { description: 'The newest call in the request log, which keeps seven days; null if there was none.' },
      ),
    },
    { description: 'A sender that posts what it sends natively, without its token and secret.' },
  ),
)

export const newSourceJson = named(
  'NewSource',
  Type.Object(
    {
      ...sourceJson.properties,
      url: Type.String({ description: 'The address for the settings of the sender. Shown this once.' }),
      token: Type.String({ description: 'The secret in it. Shown this once.' }),
    },
    { description: 'A source with its new address, shown once.' },
  ),
)

export const sourceKindJson = named(
  'SourceKind',
  Type.Object(
    {
      kind: Type.String({ description: 'For the field `kind` of a new source.' }),
      title: Type.String({ description: 'The name of the sender.' }),
      sends: Type.String({ description: 'What it sends.' }),
      set_up: Type.Array(Type.String(), { description: 'How it is set up at the sender, step by step.' }),
      secret: oneOf(['signs', 'sends', 'none'], {
        description: 'What the sender does with the secret: it signs deliveries, sends it in a header, or knows none.',
      }),
      signed: Type.String({ description: 'What is signed, and where the signature is.' }),
      results: Type.Array(Type.Object({ event: Type.String(), result: Type.String() })),
      rules: rulesSchema,
      sample: Type.Object(
        { headers: Type.String(), body: Type.String() },
        {
          description: 'A delivery to try a source with. In its texts `{project}` stands for the host of the project.',
        },
      ),
    },
    { description: 'A sender that Pagebell understands. Texts have code in backticks.' },
  ),
)

export const triedJson = named(
  'TriedRequest',
  Type.Object(
    {
      verdict: oneOf(['urls', 'scan', 'ignored', 'unmapped'], {
        description:
          'urls: these would be submitted. scan: pages changed that the sender does not name. ignored: nothing to do. unmapped: no URL can be made.',
      }),
      event: textOrNull({ description: 'What the sender calls the event.' }),
      urls: Type.Array(Type.Object({ url: Type.String(), action: Type.String() })),
      missing: Type.Array(Type.String(), { description: 'Fields that the rules need and the body does not have.' }),
      reason: textOrNull(),
      rules: Type.Array(Type.Integer(), { description: 'Positions of the rules that decided, from 0.' }),
      authentic: orNull<boolean>(Type.Boolean(), {
        description: 'Whether the headers have the right signature; null for a source without a secret.',
      }),
    },
    { description: 'What a delivery would result in. Nothing is submitted or kept.' },
  ),
)

export const tryBody = named(
  'TrySource',
  Type.Object(
    {
      headers: Type.String({
        maxLength: 65_536,
        default: '',
        description: 'One a line, such as `X-Shopify-Topic: products/update`: some senders name the event in one.',
      }),
      body: Type.String({ description: 'The exact text: signatures cover it.' }),
    },
    {
      ...onlyThese,
      description: 'A delivery to try out.',
      examples: [{ headers: 'X-Shopify-Topic: products/update', body: '{"id":1,"handle":"lamp"}' }],
    },
  ),
)

export function toSourceJson(source: Source): Static<typeof sourceJson> {
  const { source_id: id, kind, name, enabled, last_four, has_secret, default_rules, allow_ips, created_at } = source
  const { previous_last_four } = source
  return {
    id,
    kind,
    name,
    enabled,
    last_four,
    previous:
      previous_last_four === undefined
        ? null
        : { last_four: previous_last_four, accepted_until: source.previous_accepted_until ?? null },
    has_secret,
    previous_secret_until: source.previous_secret_until ?? null,
    rules: JSON.parse(source.rules) as object[],
    default_rules,
    allow_ips,
    created_at,
    last_used_at: source.last_used_at ?? null,
    last_request: source.last_request === null ? null : toLastRequest(source.last_request),
  }
}

const toLastRequest = ({ request_id: id, received_at, status, verdict, event }: WebhookRequest): LastRequest => ({
  id,
  received_at,
  status_code: status,
  verdict: verdict ?? null,
  event: event ?? null,
})

export function toKindJson(kind: SourceKind): Static<typeof sourceKindJson> {
  const { set_up, secret, rules, sample_headers, sample_body: body, ...texts } = kind
  const headers = sample_headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return {
    ...texts,
    set_up,
    secret: secret as Static<typeof sourceKindJson>['secret'],
    rules: JSON.parse(rules) as object[],
    sample: { headers, body },
  }
}
