import { readFile } from 'node:fs/promises'
import { endWithReader } from '@pagebell/runtime/end-with-reader'
import { readLines } from '@pagebell/runtime/read-lines'
import { loadSources } from '../load-sources.ts'
import { parseJson } from '../parse-json.ts'
import type { Rule } from '../rules/rule.ts'
import { validateRules } from '../rules/validate-rules.ts'
import { readRows } from './read-rows.ts'
import { readSourceOptions, usageFor } from './source-options.ts'

endWithReader()

const sources = await loadSources()
const usage = usageFor([...sources.keys()])
const options = readSourceOptions(process.argv.slice(2), [...sources.keys()])
if (options === 'help') {
  process.stdout.write(usage)
  process.exit(0)
}
if ('error' in options) stop(options.error)
const source = sources.get(options.kind)
if (source === undefined) stop(`there is no kind ${options.kind}`)

const { project, secrets, now, rulesFile, file } = options
const rules = rulesFile === undefined ? source.rules : await readRules(rulesFile)
try {
  // The clock is read for each row, as it would be for each request.
  const context = {
    project,
    rules,
    secrets,
    get now() {
      return now ?? new Date()
    },
  }
  for await (const result of readRows(readLines(file), source, context)) {
    process.stdout.write(`${JSON.stringify(result)}\n`)
  }
} catch (error) {
  refuseFile(error as Error)
}

async function readRules(path: string): Promise<Rule[]> {
  const parsed = parseJson((await readFile(path, 'utf8').catch(refuseFile)).replace(/^\uFEFF/, ''))
  if (!parsed.ok) stop(`the rules in ${path} cannot be used: ${parsed.reason.replace('the body', 'the file')}`)
  const validated = validateRules(parsed.value)
  if (!validated.ok) stop(`the rules in ${path} cannot be used: ${validated.error}`)
  return validated.rules
}

function refuseFile(error: Error): never {
  if ('syscall' in error) stop(`the file cannot be read: ${error.message}`)
  throw error
}

function stop(error: string): never {
  process.stderr.write(`${error}\n\n${usage}`)
  process.exit(2)
}
