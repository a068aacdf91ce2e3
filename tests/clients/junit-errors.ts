import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const schema = fileURLToPath(new URL('./junit.xsd', import.meta.url))
/** Of xmllint: a file that is no XML, and one that the schema refuses. */
const refused: unknown[] = [1, 3]

/**
 * What is wrong with a JUnit report by junit.xsd (xmllint of Debian's libxml2-utils), or with its counts, which no schema
 * compares; empty if nothing is.
 */
export async function junitErrors(file: string): Promise<string[]> {
  const checked = promisify(execFile)('xmllint', ['--noout', '--schema', schema, file])
  const { stderr } = await checked.catch((error: { code: unknown; stderr: string }) => {
    if (refused.includes(error.code)) return error
    throw error
  })
  const messages = stderr.split('\n').filter((line) => / error ?: /.test(line))
  return [...messages, ...wrongCounts(await readFile(file, 'utf8'))]
}

const counted = { tests: /<testcase /g, failures: /<failure /g, errors: /<error /g, skipped: /<skipped\/>/g }

/** A report has no such text elsewhere: it is escaped. */
function wrongCounts(report: string): string[] {
  const suites = [...report.matchAll(/<testsuite ([^>]*)>(.*?)<\/testsuite>/gs)]
  return suites.flatMap(([, attributes = '', cases = '']) =>
    Object.entries(counted).flatMap(([name, element]) => {
      const stated = new RegExp(` ${name}="(\\d+)"`).exec(attributes)?.[1]
      const found = cases.match(element)?.length ?? 0
      return Number(stated) === found ? [] : [`${name} is ${stated}, and there are ${found}`]
    }),
  )
}
