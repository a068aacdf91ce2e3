import { fieldAt, textOf } from '../json-field.ts'
import type { Json } from '../parse-json.ts'
import type { Conditions, Expected, Rule } from './rule.ts'
import { matchesWildcard } from './wildcard.ts'

/** Of a text that is compared with a pattern. Longer ones match none, so that no delivery keeps all others waiting. */
export const maxComparedLength = 2_048

/** The outcome of the conditions `when` of a rule. */
export function isMet(conditions: Conditions, event: string | null, fields: Json): boolean {
  return Object.entries(conditions).every(([name, expected]) =>
    matchesAny(conditionValue(name, event, fields), expected),
  )
}

/** The same without the conditions for which the body has no field: what is deleted has often nothing but an id. */
export function mayBeMet(conditions: Conditions, event: string | null, fields: Json): boolean {
  const present = Object.entries(conditions).filter(([name]) => conditionValue(name, event, fields) !== undefined)
  return isMet(Object.fromEntries(present), event, fields)
}

/** Which conditions of `publish_if` have no field, and the first that does not match, as a reason. */
export function judgePublished(
  conditions: Conditions,
  fields: Json,
): { missing: string[]; reason: string | undefined } {
  const entries = Object.entries(conditions).map(([name, expected]) => ({
    name,
    expected,
    value: fieldAt(fields, name),
  }))
  const failed = entries.find(({ value, expected }) => value !== undefined && !matchesAny(value, expected))
  const missing = entries.filter(({ value, expected }) => value === undefined && !matchesAny(value, expected))
  return {
    missing: missing.map(({ name }) => name),
    reason: failed && `${failed.name} is ${textOf(failed.value)?.slice(0, 100) || 'empty'}`,
  }
}

/**
 * What a page can cost by a rule: one for each value that it is compared with, but for a pattern its characters. The
 * name of the event is short.
 */
export function comparisonCost({ when = {}, publish_if: publishIf = {} }: Rule): number {
  const { event = [], topic = [], ...fields } = when
  const values = [...Object.values(fields), ...Object.values(publishIf)].flat()
  const costs = values.map((one) => (typeof one === 'string' && one.includes('*') ? one.length : 1))
  return costs.reduce((sum, cost) => sum + cost, [event, topic].flat().length)
}

export const isAboutEvent = (conditions: Conditions | undefined): boolean =>
  conditions !== undefined && ('event' in conditions || 'topic' in conditions)

const conditionValue = (name: string, event: string | null, fields: Json): Json | undefined =>
  name === 'event' || name === 'topic' ? event : fieldAt(fields, name)

function matchesAny(value: Json | undefined, expected: Expected | Expected[]): boolean {
  return Array.isArray(expected) ? expected.some((one) => matches(value, one)) : matches(value, expected)
}

function matches(value: Json | undefined, expected: Expected): boolean {
  if (typeof expected !== 'string') return value === expected
  if (expected.startsWith('!')) return !matches(value, expected.slice(1))
  const isPresent = value !== undefined && value !== null && value !== ''
  if (expected === '*') return isPresent
  const text = textOf(value)
  return text !== undefined && text.length <= maxComparedLength && matchesWildcard(text, expected)
}
