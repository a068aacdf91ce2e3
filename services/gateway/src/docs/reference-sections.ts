import { type Html, html, type Part } from '@pagebell/html/template'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Operation, Response } from '../openapi/responses.ts'
import { codeBlock, inline, prose } from './markup.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  description?: string
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
  required?: string[]
  properties?: Record<string, Schema>
}
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }

export type TagSection = { id: string; name: string; operations: { id: string; title: string }[]; body: Html }

/** The reference: every operation by its tag, then the events, then the schemas. */
export function referenceSections(document: ApiDocument): TagSection[] {
  const all = [document.paths, document.webhooks].flatMap((paths, index) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        operation,
        body: operationOf({ document, operation, method: index === 0 ? method : 'event', path }),
      })),
    ),
  )
  return document.tags.map(({ name, description }) => {
    const tagged = all.filter(({ operation }) => operation.tags.includes(name))
    return {
      id: `tag-${name}`,
      name: name[0]?.toUpperCase() + name.slice(1),
      operations: tagged.map(({ operation }) => ({ id: operation.operationId, title: operation.summary })),
      body: html`<p>${description}</p>${tagged.map(({ body }) => body)}`,
    }
  })
}

type Described = { document: ApiDocument; operation: Operation; method: string; path: string }

function operationOf({ document, operation, method, path }: Described): Html {
  const { operationId: id, summary, description = '', parameters = [], requestBody, responses } = operation
  const [media] = Object.values(requestBody?.content ?? {})
  const bodyTypes = Object.keys(requestBody?.content ?? {})
  const parameterFields = (parameters as Parameter[]).map((one) =>
    field(one.name, one.schema, { note: one.in, isRequired: one.required === true, description: one.description }),
  )
  const responseFields = Object.entries(responses).map(([status, response]) =>
    responseOf(document, status, response, id),
  )
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${summary}</h3>
<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${prose(description)}
${parameters.length > 0 && html`<h4>Parameters</h4><dl class="fields">${parameterFields}</dl>`}
${media?.schema !== undefined && bodyOf(media.schema as Schema, bodyTypes)}
${media?.example !== undefined && codeBlock(`${id}-body`, `the body of ${summary}`, toText(media.example))}
<details>
<summary>Responses<span class="unseen"> of ${summary}</span></summary>
<dl class="fields">${responseFields}</dl>
</details>
</article>`
}

const bodyOf = (schema: Schema, types: string[]): Html =>
  html`<h4>Body</h4><p>${types.length > 1 ? 'JSON or a form' : 'JSON'}: ${typeOf(schema)}</p>`

const toText = (example: unknown): string => JSON.stringify(example, null, 2)

function responseOf(document: ApiDocument, status: string, declared: Response | { $ref: string }, id: string): Html {
  const name = '$ref' in declared ? (declared.$ref.split('/').at(-1) ?? '') : ''
  const response = '$ref' in declared ? (document.components['responses']?.[name] as Response) : declared
  const [media] = Object.values(response.content ?? {})
  const isSuccess = status.startsWith('2') && media?.example !== undefined
  const schema = media?.schema as Schema | undefined
  return html`<dt><code>${status}</code> ${schema?.$ref !== undefined && typeOf(schema)}</dt>
<dd><p>${inline(response.description)}</p>
${isSuccess && codeBlock(`${id}-${status}`, `the answer ${status} of ${id}`, toText(media.example))}</dd>`
}

type More = { note?: string; isRequired: boolean; description?: string | undefined }

function field(name: string, schema: Schema, { note, isRequired, description = schema.description }: More): Html {
  const facts: Part[] = [typeOf(schema), note !== undefined && `, ${note}`, isRequired ? ', required' : '']
  const values = schema.enum?.map((one, index) => html`${index > 0 && ', '}<code>${String(one)}</code>`)
  return html`<dt><code>${name}</code> <span class="type">${facts}</span></dt>
<dd>${description !== undefined && inline(description)}${values && html` One of ${values}.`}</dd>`
}

function typeOf(schema: Schema): Part {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.anyOf !== undefined) return schema.anyOf.map((one, index) => html`${index > 0 && ' or '}${typeOf(one)}`)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const type = [schema.type ?? 'any'].flat().join(' or ')
  if (type === 'array' && schema.items !== undefined) return html`array of ${typeOf(schema.items)}`
  return schema.format === undefined ? type : `${type} (${schema.format})`
}

/** Each schema with its fields; those of the checks are a list of names. */
export function schemaSection(document: ApiDocument): Html[] {
  return Object.entries((document.components['schemas'] ?? {}) as Record<string, Schema>).map(([name, schema]) => {
    const { description = '', properties = {}, required = [] } = schema
    const fields = Object.entries(properties).map(([key, value]) =>
      field(key, value, { isRequired: required.includes(key) }),
    )
    return html`<article class="operation" id="schema-${name}" aria-labelledby="schema-${name}-title">
<h3 id="schema-${name}-title">${name}</h3>
${prose(description)}
<dl class="fields">${fields}</dl>
</article>`
  })
}
