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
}

type Document = {
  paths: Record<string, Record<string, DocumentOperation>>
}

type DocumentOperation = {
  security: [{ key: string[] }]
  parameters?: (Parameter & { in: string })[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Operation['responses']
}

/** Every operation that the running gateway says it has. */
export async function readOperations(publicUrl: string): Promise<Operation[]> {
  const document = (await (await fetch(`${publicUrl}/openapi.json`)).json()) as Document
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      scope: security[0].key[0],
      query: parameters.filter((one) => one.in === 'query'),
      body: requestBody?.content['application/json']?.schema,
      responses,
    })),
  )
}

export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`
