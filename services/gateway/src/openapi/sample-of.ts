import { nameKeyword, schemaNamed } from '../http/schemas.ts'

type Schema = {
  [nameKeyword]?: string
  type?: string | string[]
  examples?: unknown[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  minimum?: number
  items?: Schema
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

const uuid = '0199c0de-5a1e-7c3a-9b51-3f6c1e0d7a42'

/** Texts of fields that say nothing else by themselves. */
const texts: Record<string, string> = {
  url: 'https://example.com/',
  final_url: 'https://example.com/',
  project: 'example.com',
  host: 'example.com',
  email: 'you@example.com',
  plan: 'free',
  page: `https://pagebell.example/r/${uuid}`,
  ruleset: '2026-11-24.1',
  channel: 'indexnow',
  action: 'update',
  engine: 'api.indexnow.org',
  key: '6f1c2a4be8d94f0e9b3a5c7d1e2f3a4b',
  key_url: 'https://example.com/6f1c2a4be8d94f0e9b3a5c7d1e2f3a4b.txt',
  token: 'pbh_'.padEnd(42, '0'),
  last_four: '0000',
  secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  secret_last_four: 'AAAA',
  check: 'meta_description',
  cursor: 'WyJhYmNkZWZnaCJd',
  password: 'correct horse',
  type: 'https://pagebell.example/docs#problems',
  title: 'A title',
  message: 'A message.',
  detail: 'A message.',
  first: 'https://pagebell.example/api/v1/reports?page=1',
  last: 'https://pagebell.example/api/v1/reports?page=1',
  path: 'https://pagebell.example/api/v1/reports',
  request_id: uuid,
}

const numbers: Record<string, number> = {
  score: 84,
  weight: 10,
  points: 10,
  engine_status: 200,
  took_ms: 120,
  per_page: 10,
  limit: 100,
  used: 12,
  remaining: 88,
  window_seconds: 60,
}

/** A value that fits a schema, for people to read. Optional fields of request bodies are left out. */
export function sampleOf(schema: Schema, field = '', onlyRequired = false): unknown {
  const { [nameKeyword]: name, ...rest } = schema
  const whole = (name === undefined ? rest : { ...schemaNamed(name), ...rest }) as Schema & { required?: string[] }
  if (whole.examples?.[0] !== undefined) return whole.examples[0]
  if (whole.const !== undefined) return whole.const
  if (whole.default !== undefined) return whole.default
  if (whole.enum !== undefined) return whole.enum[0]
  if (whole.anyOf?.[0] !== undefined) return sampleOf(whole.anyOf[0], field, onlyRequired)
  const type = Array.isArray(whole.type) ? whole.type[0] : whole.type
  if (type === 'object') {
    const described = name === undefined ? whole : (schemaNamed(name) as typeof whole)
    const entries = Object.entries(described.properties ?? {}).filter(
      ([key]) => !onlyRequired || described.required?.includes(key),
    )
    return Object.fromEntries(entries.map(([key, value]) => [key, sampleOf(value, key, onlyRequired)]))
  }
  if (type === 'array') return whole.items === undefined ? [] : [sampleOf(whole.items, field, onlyRequired)]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return numbers[field] ?? whole.minimum ?? 1
  if (type === 'string') return textOf(field, whole.format)
  return null
}

function textOf(field: string, format: string | undefined): string {
  if (format === 'date-time') return '2026-11-21T10:00:00.000Z'
  if (format === 'uuid' || /(^|_)id$/.test(field)) return uuid
  return texts[field] ?? 'text'
}
