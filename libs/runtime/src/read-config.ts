import { readFileSync } from 'node:fs'
import { findFault } from '@pagebell/schema/find-fault'
import { type Static, type TObject, type TSchema, Type } from '@pagebell/schema/type'

/**
 * Reads the configuration of a process from its environment by one schema: parses numbers and booleans, fills in
 * defaults, and reports all errors at once. An empty value counts as absent. `NAME_FILE` names a file that holds the
 * value of `NAME`, as container platforms provide secrets.
 */
export function readConfig<Schema extends TObject>(schema: Schema, env: NodeJS.ProcessEnv): Static<Schema> {
  const values: Record<string, unknown> = {}
  const wrong: string[] = []
  for (const [name, field] of Object.entries(schema.properties as Record<string, TSchema>)) {
    let text: string | undefined
    try {
      text = env[name] || readNamedFile(env[`${name}_FILE`])
    } catch (error) {
      wrong.push(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`)
      continue
    }
    const value = text === undefined || text === '' ? defaultOf(field) : fromText(field, text)
    if (value === undefined) {
      if (schema.required?.includes(name)) wrong.push(`${name} is missing${describe(field)}`)
      continue
    }
    if (findFault(field, value) === undefined) values[name] = value
    else wrong.push(`${name} is not usable${describe(field)}`)
  }
  if (wrong.length > 0) throw new Error(`The environment does not fit: ${wrong.join('; ')}.`)
  return values as Static<Schema>
}

function readNamedFile(path: string | undefined): string | undefined {
  return path ? readFileSync(path, 'utf8').replace(/\r?\n$/, '') : undefined
}

/** A TCP port; 0 selects a free one. */
export const port = (defaultPort: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65_535, default: defaultPort, description })

function defaultOf(field: TSchema): unknown {
  return 'default' in field ? field.default : undefined
}

function fromText(field: TSchema, text: string): unknown {
  const { type } = field as { type?: string }
  if (type === 'number' || type === 'integer') return Number(text)
  if (type !== 'boolean') return text
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : text
}

function describe(field: TSchema): string {
  const { description } = field as { description?: string }
  return description === undefined ? '' : ` (${description})`
}
