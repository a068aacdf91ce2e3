import { invalidField } from '@pagebell/faults/invalid-field'
import { parseJson } from '../sources/parse-json.ts'
import type { Rule } from '../sources/rules/rule.ts'
import { validateRules } from '../sources/rules/validate-rules.ts'
import type { Source } from '../sources/source.ts'
import { isCidr, maxAllowedAddresses } from './allowed-addresses.ts'

export const maxNameLength = 100
/** Of a secret: some senders make them of a hundred characters. */
export const maxSecretLength = 500
export const maxGraceSeconds = 604_800

export function readKind(kind: string, kinds: ReadonlyMap<string, Source>): Source {
  const source = kinds.get(kind)
  if (source === undefined) throw invalidField('kind', `must be one of: ${[...kinds.keys()].join(', ')}`)
  return source
}

export function readName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > maxNameLength || /\p{Cc}/u.test(trimmed))
    throw invalidField('name', `must be 1 to ${maxNameLength} characters in one line`)
  return trimmed
}

/** An empty text stands for none. */
export function readSecret(secret: string): string | undefined {
  if (secret.length > maxSecretLength || /\p{Cc}/u.test(secret))
    throw invalidField('secret', `must be at most ${maxSecretLength} characters in one line`)
  return secret === '' ? undefined : secret
}

/** Rules as JSON; an empty text stands for those of the kind. */
export function readRules(text: string): Rule[] | null {
  if (text === '') return null
  const parsed = parseJson(text)
  if (!parsed.ok) throw invalidField('rules', `must be a list of rules as JSON: ${syntaxFault(text) ?? parsed.reason}`)
  const validated = validateRules(parsed.value)
  if (validated.ok) return validated.rules
  // The text begins with the place, such as `rules[0].url: has to be …`.
  const colon = validated.error.indexOf(': ')
  throw invalidField(validated.error.slice(0, colon), validated.error.slice(colon + 2))
}

/** What the parser says of a text that is not JSON, with the line and column; undefined for one that is. */
function syntaxFault(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    // A document may be nested so deeply that the parser gives up.
    if (error instanceof SyntaxError) return error.message
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export function readAllowIps(cidrs: string[]): string[] {
  if (cidrs.length > maxAllowedAddresses || !cidrs.every(isCidr))
    throw invalidField('allow_ips', `must be at most ${maxAllowedAddresses} addresses or ranges, such as 192.0.2.0/24`)
  return cidrs
}

export function readGrace(seconds: number): number {
  if (seconds < 0 || seconds > maxGraceSeconds)
    throw invalidField('grace', `must be from 0 to ${maxGraceSeconds} seconds`)
  return seconds
}
