import type { TObject, TSchema } from '@pagebell/schema/type'

type Fields = Record<string, unknown>

/** Settings as they may be shown: secrets as their last four characters. */
export function maskSettings(schema: TObject, settings: Fields): Fields {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, maskValue(schema.properties[name], value)]),
  )
}

/** What was given, with the secrets that are kept where it has none or shows them masked, as they were read. */
export function keepSecrets(schema: TObject, given: Fields, kept: Fields): Fields {
  const filled = { ...given }
  for (const [name, field] of Object.entries(schema.properties) as [string, TSchema][]) {
    const known = kept[name]
    if (known === undefined || !hasSecret(field)) continue
    const value = given[name]
    if (value === undefined || value === maskValue(field, known)) filled[name] = known
    else if (isObject(field) && isFields(value) && isFields(known)) filled[name] = keepIfSame(field, value, known)
  }
  return filled
}

/** The secrets in settings, for callers that must not repeat them. */
export function secretsIn(schema: TObject, settings: Fields): string[] {
  return Object.entries(schema.properties as Record<string, TSchema>).flatMap(([name, field]) => {
    const value = settings[name]
    if (isSecret(field)) return typeof value === 'string' ? [value] : []
    return isObject(field) && isFields(value) ? secretsIn(field, value) : []
  })
}

/** An object that shows a secret masked means the one that is kept; one without it is another. */
function keepIfSame(field: TObject, value: Fields, known: Fields): Fields {
  const shown = Object.entries(field.properties as Record<string, TSchema>).some(
    ([name, inner]) => isSecret(inner) && value[name] !== undefined && value[name] === maskValue(inner, known[name]),
  )
  return shown ? keepSecrets(field, value, known) : value
}

function maskValue(field: TSchema | undefined, value: unknown): unknown {
  if (field === undefined) return value
  if (isSecret(field)) return `…${lastFour(String(value))}`
  return isObject(field) && isFields(value) ? maskSettings(field, value) : value
}

/** Of a PEM the last four that tell it apart, not those of its last line. */
const lastFour = (secret: string): string => secret.replace(/-----[^-]{1,64}-----|\s/g, '').slice(-4)

const isSecret = (field: TSchema): boolean => (field as { secret?: boolean }).secret === true
const isObject = (field: TSchema): field is TObject => (field as { type?: string }).type === 'object'
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const hasSecret = (field: TSchema): boolean =>
  isSecret(field) || (isObject(field) && (Object.values(field.properties) as TSchema[]).some(hasSecret))
