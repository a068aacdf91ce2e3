import { type Fault, fault } from '@pagebell/faults/fault'
import { storableText } from '@pagebell/faults/storable-text'
import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { givenTwice, isText } from './form-body.ts'
import { printable } from './printable.ts'
import { readText } from './read-text.ts'
import { repeatedNames } from './strict-query.ts'
import { unfitTexts } from './unfit-texts.ts'

type Schema = { properties?: Record<string, object> }

/** The one validator of every request. Nothing is coerced but the text of queries, forms and paths, nothing removed. */
export function compileValidator(): FastifySchemaCompiler<unknown> {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    coerceTypes: false,
    removeAdditional: false,
    strict: false,
  })
  addFormats.default(ajv)

  return ({ schema, httpPart }) => {
    const check = ajv.compile(schema as object)
    return (data: unknown) => {
      const twice = repeatedNames(data)
      if (twice.length > 0) return { error: givenTwice(twice) }
      if (isText(data) || httpPart === 'params') readText(data as Record<string, unknown>, schema as object)
      const unfit = unfitTexts(data, maxFields)
      if (unfit.length > 0) return { error: notText(unfit) }
      return check(data)
        ? { value: data }
        : { error: refusal(check.errors ?? [], schema as Schema, httpPart ?? 'body') }
    }
  }
}

function notText(names: string[]): Fault {
  const text = `must be ${storableText}`
  return fault('invalid', `${names[0]} ${text}.`, { errors: Object.fromEntries(names.map((name) => [name, [text]])) })
}

/** The limit of reported fields, so that a hostile body does not cause a long response. */
const maxFields = 20

function refusal(found: ErrorObject[], schema: Schema, part: string): Fault {
  // A path that cannot name anything names nothing.
  if (part === 'params') return fault('not_found', 'There is nothing here.')

  const errors: Record<string, string[]> = Object.create(null)
  for (const error of found) {
    const field = fieldOf(error) || part
    if (errors[field] === undefined && Object.keys(errors).length === maxFields) break
    errors[field] = [...new Set([...(errors[field] ?? []), wording(error, schema)])]
  }
  const [field, texts] = Object.entries(errors)[0] ?? [part, ['is not valid']]
  return fault('invalid', `${field} ${texts[0]}.`, { errors: { ...errors } })
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required') path.push(params['missingProperty'])
  if (keyword === 'additionalProperties') path.push(printable(params['additionalProperty']))
  return path.join('.')
}

const bounds: Record<string, readonly ['least' | 'most', string]> = {
  minItems: ['least', 'item'],
  maxItems: ['most', 'item'],
  minLength: ['least', 'character'],
  maxLength: ['most', 'character'],
}

function wording({ keyword, params, message, instancePath }: ErrorObject, schema: Schema): string {
  if (keyword === 'enum') return `must be one of: ${params['allowedValues'].join(', ')}`
  if (keyword === 'const') return `must be ${params['allowedValue']}`
  if (keyword === 'required') return 'is required'
  const bound = bounds[keyword]
  if (bound) return `must have at ${bound[0]} ${params['limit']} ${bound[1]}${params['limit'] === 1 ? '' : 's'}`
  if (keyword === 'format') return `must be a valid ${params['format']}`
  if (keyword === 'additionalProperties' && instancePath === '') {
    const allowed = Object.keys(schema.properties ?? {})
    return allowed.length === 0 ? 'is not known here' : `is not known here; allowed: ${allowed.join(', ')}`
  }
  return message ?? 'is not valid'
}
