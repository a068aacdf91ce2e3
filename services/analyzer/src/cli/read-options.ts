import { parseArgs } from 'node:util'
import { defaultLimits, maxMinutes, maxPages } from '@pagebell/crawl/crawl-limits'
import { errorCode } from '@pagebell/safe-fetch/fetch-failure'

/** `rules` is a file with page rules, if there is one. */
type ExplainOptions = { rules: string | null }
/** One page: `explain` for its content hash instead of its rating. */
export type PageOptions = { url: string; json: boolean; failUnder: number; explain?: ExplainOptions | undefined }
/** A whole site, from this address: at most `max` addresses, and so many minutes. */
export type SiteOptions = { site: string; max: number; minutes: number; json: boolean; failUnder: number }
export type AnalyzeOptions =
  | 'help'
  | SiteOptions
  | (PageOptions & { site?: undefined; exchange?: undefined })
  | { exchange: string; site?: undefined; failUnder: number; explain?: ExplainOptions | undefined }

export const usage = `Rates a web page or a whole site, without any server.

  npm run analyze -- https://example.com/
  npm run analyze -- --json https://example.com/
  npm run analyze -- --fail-under 80 https://example.com/
  npm run --silent analyze -- --exchange FILE.jsonl          recorded exchanges, one result a line
  npm run analyze -- --explain-hash https://example.com/     what of the page counts as a change, instead of a rating
  npm run analyze -- --explain-hash --rules RULES.json …     with page rules (docs/content-hash.md)
  npm run analyze -- --site https://example.com/             all pages of a site (docs/site-reports.md)
  npm run analyze -- --site https://example.com/ --max 500 --minutes 60
                     --max: addresses that are requested, 1 to ${maxPages}, ${defaultLimits.pages} by default
                     --minutes: 1 to ${maxMinutes}, ${defaultLimits.minutes} by default; Ctrl-C ends it with what was found

FETCH_ALLOW names private networks (CIDR) that may be reached all the same:
  FETCH_ALLOW=10.0.0.0/8 npm run analyze -- http://staging.internal/
Exit codes:
  0  rated, and not below --fail-under
  1  below --fail-under
  2  a command line or a file that cannot be read
  3  a page cannot be rated: no answer, no HTML, or an address that may not be reached
  130  the report of a site was interrupted, and is partial
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
        site: { type: 'string' },
        max: { type: 'string' },
        minutes: { type: 'string' },
      },
    })
    if (values.help) return 'help'
    const failUnder = values['fail-under'].trim() === '' ? Number.NaN : Number(values['fail-under'])
    const [url] = positionals
    if (!(failUnder >= 0 && failUnder <= 100)) return null
    if (values.site !== undefined) {
      const isOther =
        url !== undefined || values.exchange !== undefined || values['explain-hash'] || values.rules !== undefined
      return isOther ? null : siteOptions({ ...values, site: values.site }, failUnder)
    }
    if (values.max !== undefined || values.minutes !== undefined) return null
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

type SiteValues = { site: string; max?: string | undefined; minutes?: string | undefined; json: boolean }

function siteOptions({ site, json, ...values }: SiteValues, failUnder: number): SiteOptions | null {
  const max = wholeNumber(values.max, defaultLimits.pages, maxPages)
  const minutes = wholeNumber(values.minutes, defaultLimits.minutes, maxMinutes)
  const isAddress = /^https?:\/\//i.test(site) && URL.canParse(site)
  return max === null || minutes === null || !isAddress ? null : { site, max, minutes, json, failUnder }
}

/** From 1 to `max`; null for another text. */
function wholeNumber(text: string | undefined, fallback: number, max: number): number | null {
  if (text === undefined) return fallback
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : null
}
