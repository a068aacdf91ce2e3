type Schema = { type?: string | string[]; properties?: Record<string, Schema> }

const integer = /^-?\d{1,15}$/
const number = /^-?\d{1,15}(\.\d{1,15})?$/

/**
 * Converts the text fields of a query or form to the numbers and booleans of their schema. Text that does not parse is
 * left for the validator to refuse. Stricter than Ajv's coercion, which accepts "0x10", " 1" and "".
 */
export function readText(fields: Record<string, unknown>, schema: Schema): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const text = fields[name]
    if (typeof text === 'string') fields[name] = read(text, [property.type].flat())
  }
}

function read(text: string, types: (string | undefined)[]): unknown {
  if (types.includes('integer') && integer.test(text)) return Number(text)
  if (types.includes('number') && number.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === '1')) return true
  if (types.includes('boolean') && (text === 'false' || text === '0')) return false
  return text
}
