import { parseArgs } from 'node:util'
import { errorCode } from '@pagebell/safe-fetch/fetch-failure'

export type AnalyzeOptions =
  | 'help'
  | { url: string; exchange?: undefined; json: boolean; failUnder: number }
  | { exchange: string; failUnder: number }

export const usage = `Rates a web page, without any server.

  npm run analyze -- https://example.com/
  npm run analyze -- --json https://example.com/
  npm run analyze -- --fail-under 80 https://example.com/
  npm run --silent analyze -- --exchange FILE.jsonl          recorded exchanges, one result a line

FETCH_ALLOW names private networks (CIDR) that may be reached all the same:
  FETCH_ALLOW=10.0.0.0/8 npm run analyze -- http://staging.internal/
Exit codes:
  0  rated, and not below --fail-under
  1  below --fail-under
  2  a command line or a file that cannot be read
  3  a page cannot be rated: no answer, no HTML, or an address that may not be reached
`

/** null for an invalid command line. */
export function readOptions(args: string[]): AnalyzeOptions | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        'fail-under': { type: 'string', default: '0' },
        exchange: { type: 'string' },
      },
    })
    if (values.help) return 'help'
    const failUnder = values['fail-under'].trim() === '' ? Number.NaN : Number(values['fail-under'])
    const [url] = positionals
    if (!(failUnder >= 0 && failUnder <= 100)) return null
    if (values.exchange !== undefined) return url === undefined ? { exchange: values.exchange, failUnder } : null
    return url === undefined || positionals.length > 1 ? null : { url, json: values.json, failUnder }
  } catch (error) {
    if (errorCode(error).startsWith('ERR_PARSE_ARGS')) return null
    throw error
  }
}
