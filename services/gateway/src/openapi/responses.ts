import { faultTable } from '@pagebell/faults/fault'

/** The parts of an OpenAPI document that describe operations. */
export type Media = { schema?: object; example?: unknown }
export type Response = { description: string; headers?: object; content?: Record<string, Media> }
export type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: object[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response>
  security: object[]
  'x-required-scope'?: string
}
export type Paths = Record<string, Record<string, Operation>>

const retryAfter = {
  'Retry-After': { description: 'Seconds after which another try makes sense.', schema: { type: 'integer' } },
}
/** Headers of every answer with this status. */
const headersOf: Record<string, object> = {
  401: { 'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } } },
  429: retryAfter,
  503: retryAfter,
}
const createdHeaders = {
  Location: { description: 'Address of what was made.', schema: { type: 'string', format: 'uri' } },
}

/** Examples of codes; every problem has the title of its status. */
const samples = new Map(
  Object.entries(faultTable)
    .reverse()
    .map(([code, { http, title }]) => [String(http), { type: 'about:blank', title, status: http, code }]),
)

export function describeResponses(responses: Record<string, Response>): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      if (status === '201') return [status, { ...response, headers: createdHeaders }]
      if (!(Number(status) >= 400)) return [status, response]
      return [status, withSample(status, response)]
    }),
  )
}

function withSample(status: string, response: Response): Response {
  const sample = samples.get(status)
  const { description } = response
  const example = { ...sample, detail: description, message: description, ...moreOf(status, response), request_id: id }
  const content = Object.entries(response.content ?? {}).map(([type, media]) => [
    type,
    type === 'application/problem+json' ? { ...media, example } : media,
  ])
  return {
    ...response,
    ...(headersOf[status] && { headers: headersOf[status] }),
    content: Object.fromEntries(content),
  }
}

const id = '0199c0de-5a1e-7c3a-9b51-3f6c1e0d7a42'

function moreOf(status: string, { content }: Response): object {
  if (status === '422') return { errors: { url: ['is required'] } }
  const name = (content?.['application/problem+json']?.schema as Record<string, unknown> | undefined)?.['x-schema']
  if (name === 'OutcomeProblem') return { outcome: 'none' }
  if (name !== 'QuotaProblem') return {}
  const period = { period: 'day', resets_at: '2026-11-22T00:00:00.000Z' }
  return { code: 'quota_used_up', title: 'Quota used up', needed: 3, remaining: 1, limit: 100, ...period }
}

/** Problems that many operations answer alike stand once, in components.responses. */
export function shareResponses(paths: Paths, into: Record<string, unknown>): Paths {
  const refs = new Map<string, object>()
  const shared = (status: string, response: Response): object => {
    const written = JSON.stringify(response)
    const known = refs.get(written)
    if (known !== undefined) return known
    const title = (samples.get(status)?.title ?? status).replace(/\W+(\w)/g, (_, letter: string) =>
      letter.toUpperCase(),
    )
    const name = [title, `Webhook${title}`].find((one) => !(one in into))
    if (name === undefined) return response
    into[name] = response
    const ref = { $ref: `#/components/responses/${name}` }
    refs.set(written, ref)
    return ref
  }
  return eachOperation(paths, (operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        Number(status) >= 400 ? shared(status, response) : response,
      ]),
    ) as Operation['responses'],
  }))
}

const eachOperation = (paths: Paths, change: (operation: Operation) => Operation): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
    ]),
  )
