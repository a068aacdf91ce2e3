import { readFileSync } from 'node:fs'
import { noPageRules, type PageRules, parsePageRules } from '@pagebell/page-content/page-rules'

/** A file of the command line that cannot be used; `message` is for the user. */
export class UnusableFile extends Error {
  override name = 'UnusableFile'
}

/**
 * Reads page rules from a JSON file, or returns none without a file. Throws an UnusableFile that names every faulty
 * field.
 */
export function readRules(file: string | null): PageRules {
  if (file === null) return noPageRules
  const parsed = parsePageRules(readJson(file))
  if (parsed.ok) return parsed.rules
  const faults = parsed.faults.map(({ field, message }) => `  ${field === '' ? '' : `${field}: `}${message}`)
  throw new UnusableFile(`The page rules are not valid:\n${faults.join('\n')}`)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (isFileError(error)) throw new UnusableFile(`The file cannot be read: ${error.message}`)
    if (error instanceof SyntaxError)
      throw new UnusableFile(`The page rules are not JSON: ${error.message}`, { cause: error })
    throw error
  }
}

/** A file that is missing or cannot be read. */
export function isFileError(error: unknown): error is { message: string } {
  return typeof error === 'object' && error !== null && 'syscall' in error && 'message' in error
}
