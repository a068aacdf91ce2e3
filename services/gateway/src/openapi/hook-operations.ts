import { type FaultKind, faultTable } from '@pagebell/faults/fault'
import { idempotencyKeyPattern } from '@pagebell/faults/idempotency-key'
import { Type } from '@pagebell/schema/type'
import { problem } from '../http/answers.ts'
import { named } from '../http/schemas.ts'
import {
  batch,
  deliveryVerdict,
  keyFilePlace,
  nativeDelivery,
  outcomeProblem,
  quotaProblem,
  submitBody,
  submitted,
  submittedDelivery,
  unauthorizedDelivery,
} from './hook-schemas.ts'

const problemOf = (description: string, schema: object = problem) => ({
  description,
  content: { 'application/problem+json': { schema } },
})
const answerOf = (description: string, schema: object) => ({ description, content: { 'application/json': { schema } } })

const refusals: [FaultKind, string, object?][] = [
  ['malformed', 'The body is not JSON, or the Idempotency-Key or the token is not well-formed.'],
  ['not_found', 'The token is unknown, disabled or revoked.'],
  ['internal', 'An internal error; it has been logged under the request_id.'],
  ['unavailable', 'A dependency is down; see Retry-After and outcome.', outcomeProblem],
]
const submitRefusals: [FaultKind, string, object?][] = [
  ...refusals,
  ['too_large', 'The body is larger than 4 MiB.'],
  ['unsupported_media_type', 'Send application/json.'],
  [
    'invalid',
    'A field is wrong (errors names it and what is allowed), none of the URLs can be submitted (no_usable_url), the channel is not set up, or the Idempotency-Key was used with another request.',
  ],
  [
    'quota_used_up',
    'More URLs than the quota leaves, or too many requests; see Retry-After. Nothing was charged or queued.',
    quotaProblem,
  ],
]
const problemsOf = (kinds: typeof refusals) =>
  Object.fromEntries(
    kinds.map(([kind, description, schema]) => [faultTable[kind].http, problemOf(description, schema)]),
  )

const token = {
  name: 'token',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^pbh_[0-9A-Za-z]{38}$', examples: ['pbh_'.padEnd(42, '0')] },
  description: 'The token of the webhook. Keep it secret: it is all that a client needs to submit URLs.',
}

const submitParameters = [
  {
    name: 'dry_run',
    in: 'query',
    schema: { type: 'string', enum: ['0', '1'], default: '0' },
    description: '1 returns 200 with the verdicts and changes nothing.',
  },
  {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', pattern: idempotencyKeyPattern },
    description: 'Repeating a request with the same key and body within 24 hours returns the first response.',
  },
]

const submitDescription =
  'Judges, charges and queues up to 10,000 URLs in a body of up to 4 MiB. Returns 202 once the batch is durably stored, with a verdict for each URL. Duplicates are not charged. If more URLs are fresh than the quota leaves, the whole request is refused with 429 and nothing is charged, or, with `over_quota: wait`, its URLs wait and are submitted when there is room. `RateLimit` and `RateLimit-Policy` state the remaining quota.'

const submit = (operationId: string, more: object) => ({
  operationId,
  tags: ['webhook'],
  requestBody: { required: true, content: { 'application/json': { schema: submitBody } } },
  responses: {
    200: answerOf('A dry run: the verdicts, and nothing has changed.', submitted),
    202: answerOf('The verdict on each URL. Accepted and waiting ones are stored durably.', submitted),
    ...problemsOf(submitRefusals),
  },
  ...more,
})

const requestedScan = named(
  'RequestedScan',
  Type.Object({ status: Type.Literal(202) }, { description: 'The watches of the project are scanned now.' }),
)

/** The calls that CMSs, deploy hooks and cron jobs make. Intake serves them, by a token instead of an API key. */
export const hookPaths = {
  '/api/hooks': {
    head: {
      operationId: 'checkHookToken',
      tags: ['webhook'],
      summary: 'Check a token',
      description:
        'Checks whether the token is accepted. Nothing is counted or sent: call it when you set up a sender.',
      security: [{ hookToken: [] }],
      // An answer to HEAD has no body.
      responses: {
        204: { description: 'The token is accepted.' },
        404: { description: 'The token is unknown, disabled or revoked.' },
        500: { description: 'An internal error.' },
        503: { description: 'A dependency is down; see Retry-After.' },
      },
    },
  },
  '/api/hooks/{token}': {
    post: {
      operationId: 'receiveDelivery',
      tags: ['sources'],
      summary: 'Receive what a sender sends natively',
      description:
        'The address of a source, for the settings of the sender. A delivery is authenticated over its raw body, read by the rules of the source, and its URLs are submitted as by `/submit`; a page with a new address is an update and a deletion. An authentic delivery of which nothing is submitted returns 200, because senders switch off a webhook that answers errors. A delivery that is repeated within 24 hours is submitted once. What the quota does not suffice for waits, and is submitted when the day or month turns or the plan grows.',
      parameters: [token],
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: nativeDelivery } } },
      responses: {
        200: answerOf('An authentic delivery of which nothing is submitted.', deliveryVerdict),
        202: answerOf('The verdict on each URL. Accepted and waiting ones are stored durably.', submittedDelivery),
        401: answerOf('The signature, secret or address is not right.', unauthorizedDelivery),
        ...problemsOf([
          ['not_found', 'The token is unknown, or its source is disabled or deleted.'],
          ['too_large', 'The body is larger than 1 MiB.'],
          ['quota_used_up', 'Too many requests; see Retry-After. Nothing was kept.', quotaProblem],
          ['internal', 'An internal error; it has been logged under the request_id.'],
          ['unavailable', 'A dependency is down; see Retry-After and outcome.', outcomeProblem],
        ]),
      },
    },
  },
  '/api/hooks/{token}/key-file': {
    get: {
      operationId: 'findKeyFile',
      tags: ['sources'],
      summary: 'Get the IndexNow key file of a host',
      description:
        'For a sender that is the site itself, such as the WordPress plug-in, so that it serves the file. The token of a source is enough: the key is no secret, since everybody can read the file.',
      parameters: [
        token,
        {
          name: 'host',
          in: 'query',
          required: true,
          schema: { type: 'string', minLength: 1, maxLength: 300, examples: ['www.example.com'] },
          description: 'The host of the project or one below it, with its port if it has one.',
        },
      ],
      security: [],
      responses: {
        200: answerOf('The key, and where a file with nothing but the key has to be.', keyFilePlace),
        ...problemsOf([
          ...refusals,
          ['invalid', 'The host does not belong to the project.'],
          ['rate_limited', 'Too many requests; see Retry-After.', quotaProblem],
        ]),
      },
    },
  },
  '/api/hooks/{token}/scan': {
    post: {
      operationId: 'requestScan',
      tags: ['watches'],
      summary: 'Scan the watches of a project now',
      description:
        'For a deploy hook that says no more than that it was called: the watches of the project are scanned, and submit what they find. A body does not count. Requests within two seconds are one. Nothing happens without a watch.',
      parameters: [token],
      security: [],
      responses: {
        202: answerOf('The scan is requested.', requestedScan),
        ...problemsOf([...refusals, ['rate_limited', 'Too many requests; see Retry-After.', quotaProblem]]),
      },
    },
  },
  '/api/hooks/{token}/submit': {
    post: submit('submitUrls', {
      summary: 'Submit changed URLs',
      description: submitDescription,
      parameters: [token, ...submitParameters],
      security: [],
    }),
  },
  '/api/hooks/submit': {
    post: submit('submitUrlsWithBearer', {
      summary: 'Submit changed URLs, with the token as a bearer',
      description: `The same as \`POST /api/hooks/{token}/submit\`, for clients that can send a header: the URL does not contain the token. ${submitDescription}`,
      parameters: submitParameters,
      security: [{ hookToken: [] }],
    }),
  },
  '/api/hooks/{token}/batches/{batch_id}': {
    get: {
      operationId: 'getBatch',
      tags: ['webhook'],
      summary: 'Get a batch with the status of each URL',
      description:
        'Batches are kept as long as their deliveries. The bearer form is `GET /api/hooks/batches/{batch_id}`. An account can read two batches at once; further requests get 429.',
      parameters: [
        token,
        {
          name: 'batch_id',
          in: 'path',
          required: true,
          schema: { type: 'string', format: 'uuid', examples: ['0199c0de-5a1e-7c3a-9b51-3f6c1e0d7a42'] },
          description: 'From the response to a submission.',
        },
      ],
      security: [],
      responses: {
        200: answerOf('A batch, with the status of each accepted URL.', batch),
        ...problemsOf([...refusals, ['rate_limited', 'Too many requests; see Retry-After.', quotaProblem]]),
      },
    },
  },
}
