import { parseArgs } from 'node:util'
import { endWithReader } from '@pagebell/runtime/end-with-reader'
import { errorCode } from '@pagebell/safe-fetch/fetch-failure'
import { startPageWorkers } from '../analyses/page-workers.ts'
import { compareRows } from './compare-rows.ts'
import { isFileError, readRules, UnusableFile } from './read-rules.ts'

endWithReader()

const usage = `Compares pages as two builds or two visits returned them, without any server.

  npm run --silent compare -- FILE.jsonl
  npm run --silent compare -- --rules RULES.json FILE.jsonl

A line: {"before":{"url":"https://example.com/","status":200,"headers":[["x-robots-tag","noindex"]],"html":"…"},"after":{…}}
A result: {"changed":true,"parts":["title","main"],"size":0.25}; docs/content-hash.md explains it.
Exit code 2 for an invalid command line, and for a file that cannot be read.
`

const options = readCommandLine(process.argv.slice(2))
if (options === null || options === 'help') {
  const out = options === null ? process.stderr : process.stdout
  out.write(usage)
  process.exit(options === null ? 2 : 0)
}

await using workers = startPageWorkers()
try {
  await compareRows(options.file, workers, readRules(options.rules), process.stdout)
} catch (error) {
  if (!(error instanceof UnusableFile || isFileError(error))) throw error
  const message = error instanceof UnusableFile ? error.message : `The file cannot be read: ${error.message}`
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}

/** null for an invalid command line. */
function readCommandLine(args: string[]): 'help' | { file: string; rules: string | null } | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false }, rules: { type: 'string' } },
    })
    const [file, ...others] = positionals
    if (values.help) return 'help'
    return file === undefined || others.length > 0 ? null : { file, rules: values.rules ?? null }
  } catch (error) {
    if (errorCode(error).startsWith('ERR_PARSE_ARGS')) return null
    throw error
  }
}
