import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

/**
 * The schema of SARIF 2.1.0, from a package of Microsoft (MIT) whose other code is not used. It is that of OASIS, but for
 * a type beside each list of words and two rules on regions and languages, which our files have none of.
 */
const file = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
// Draft 4 of JSON Schema; nothing in it means anything else in draft 7 but the names of these two.
const { id: _id, $schema: _draft, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>

// A pattern of it is no regular expression of ECMAScript with the flag u.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
addFormats.default(ajv)
const check = ajv.compile(schema)

/** What is wrong with a SARIF log, by path; empty for a valid one. */
export function sarifErrors(log: unknown): string[] {
  check(log)
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
