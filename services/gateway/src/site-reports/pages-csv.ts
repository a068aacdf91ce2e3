type Page = {
  url: string
  status: number | null
  failure: string | null
  redirects_to: string | null
  score: number | null
  inlinks: number
  clicks: number | null
  in_sitemap: boolean
  issues: { check: string; severity: string }[]
  ignored: { check: string }[]
}

export const pageColumns = [
  'url',
  'status',
  'failure',
  'redirects_to',
  'score',
  'inlinks',
  'clicks',
  'in_sitemap',
  'fails',
  'warns',
  'ignored',
] as const

type Row = Record<(typeof pageColumns)[number], string | number | undefined>

/** One page as a row: of its issues, the checks that fail, those that warn and those that are ignored. */
export function pageRow({
  status,
  failure,
  redirects_to,
  score,
  clicks,
  in_sitemap,
  issues,
  ignored,
  ...page
}: Page): Row {
  const checks = (severity: string) => issues.flatMap((issue) => (issue.severity === severity ? [issue.check] : []))
  return {
    url: page.url,
    inlinks: page.inlinks,
    status: status ?? undefined,
    failure: failure ?? undefined,
    redirects_to: redirects_to ?? undefined,
    score: score ?? undefined,
    clicks: clicks ?? undefined,
    in_sitemap: String(in_sitemap),
    fails: checks('fail').join(' '),
    warns: checks('warn').join(' '),
    ignored: ignored.map(({ check }) => check).join(' '),
  }
}
