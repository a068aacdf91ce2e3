import { parseArgs } from 'node:util'
import { errorCode } from '@pagebell/safe-fetch/fetch-failure'

/** `rules` is a file with page rules, if there is one. */
type ExplainOptions = { rules: string | null }
/** One page: `explain` for its content hash instead of its rating. */
export type PageOptions = { url: string; json: boolean; failUnder: number; explain?: ExplainOptions | undefined }
export type AnalyzeOptions =
  | 'help'
  | (PageOptions & { exchange?: undefined })
  | { exchange: string; failUnder: number; explain?: ExplainOptions | undefined }

export const usage = `Rates a web page, without any server.

  npm run analyze -- https://example.com/
  npm run analyze -- --json https://example.com/
  npm run analyze -- --fail-under 80 https://example.com/
  npm run --silent analyze -- --exchange FILE.jsonl          recorded exchanges, one result a line
  npm run analyze -- --explain-hash https://example.com/     what of the page counts as a change, instead of a rating
  npm run analyze -- --explain-hash --rules RULES.json …     with page rules (docs/content-hash.md)

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
        'explain-hash': { type: 'boolean', default: false },
        rules: { type: 'string' },
      },
    })
    if (values.help) return 'help'
    const failUnder = values['fail-under'].trim() === '' ? Number.NaN : Number(values['fail-under'])
    const [url] = positionals
    if (!(failUnder >= 0 && failUnder <= 100)) return null
    const explain = values['explain-hash'] ? { rules: values.rules ?? null } : undefined
    // Page rules are for the hash, a threshold is for the rating.
    if (explain === undefined ? values.rules !== undefined : failUnder > 0) return null
    if (values.exchange !== undefined)
      return url === undefined ? { exchange: values.exchange, failUnder, explain } : null
    return url === undefined || positionals.length > 1 ? null : { url, json: values.json, failUnder, explain }
  } catch (error) {
    if (errorCode(error).startsWith('ERR_PARSE_ARGS')) return null
    throw error
  }
}
