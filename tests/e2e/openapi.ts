/** As much of the OpenAPI document as tests walk over. */
export type Operation = {
  method: string
  /** With its parameters in braces. */
  path: string
  /** The scope a key needs; undefined if any key will do. */
  scope: string | undefined
  query: Parameter[]
  /** The schema of its body, if it has one. */
  body: JsonSchema | undefined
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

export type Parameter = { name: string; schema: JsonSchema }

export type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  minimum?: number
  maxLength?: number
  required?: string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}

type Document = {
  paths: Record<string, Record<string, DocumentOperation>>
  components: object
}

type DocumentOperation = {
  'x-required-scope'?: string
  parameters?: (Parameter & { in: string })[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Operation['responses']
}

/** The operations below a path that the running gateway says it has. Each schema brings what it refers to. */
export async function readOperations(publicUrl: string, below = '/api/v1/'): Promise<Operation[]> {
  const document = (await (await fetch(`${publicUrl}/openapi.json`)).json()) as Document
  const { components } = document
  const resolved = <Of extends object>(given: Of): Of => {
    const { $ref } = given as { $ref?: string }
    if ($ref === undefined) return given
    const steps = $ref.slice('#/'.length).split('/')
    return steps.reduce((node, step) => (node as Record<string, object>)[step] ?? {}, document as object) as Of
  }
  const whole = (responses: Operation['responses']): Operation['responses'] =>
    Object.fromEntries(
      Object.entries(responses).map(([status, response]) => {
        const content = Object.entries(resolved(response).content ?? {})
        const types = content.map(([type, { schema }]) => [type, { schema: { ...schema, components } }])
        return [status, { content: Object.fromEntries(types) }]
      }),
    )
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody, responses, ...operation }]) => {
      if (!path.startsWith(below)) return []
      const body = requestBody?.content['application/json']?.schema
      return {
        method: method.toUpperCase(),
        path,
        scope: operation['x-required-scope'],
        query: parameters.filter((one) => one.in === 'query'),
        body: body === undefined ? undefined : resolved(body),
        responses: whole(responses),
      }
    }),
  )
}

export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`
