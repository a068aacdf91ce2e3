export type Rated = {
  url: string
  score: number | null
  result: string | null
  capped_by: string | null
  ruleset?: string
}

export type Distribution = {
  pages: number
  /** In per cent. */
  good: number
  bad: number
  quartiles: { lower: number; median: number; upper: number }
  /** Pages that score higher over plain HTTP. */
  gains: string[]
  isAsPromised: boolean
}

/** The expected distribution of published pages. */
export const promised = { good: 20, bad: 10, middleHalf: 15 }

/**
 * How scores spread over pages sent over HTTPS, and which of them gain over plain HTTP; both lists are in the same
 * order.
 */
export function distributionOf(secure: readonly Rated[], plain: readonly Rated[]): Distribution {
  const scores = secure.flatMap(({ score }) => score ?? []).toSorted((left, right) => left - right)
  const share = (result: string) =>
    (100 * secure.filter((page) => page.result === result).length) / Math.max(1, scores.length)
  const quartiles = { lower: quantile(scores, 0.25), median: quantile(scores, 0.5), upper: quantile(scores, 0.75) }
  const gains = secure.flatMap(({ url, score }, at) => ((plain[at]?.score ?? 0) > (score ?? 0) ? [url] : []))
  const [good, bad] = [share('good'), share('bad')]
  const isWide = quartiles.upper - quartiles.lower >= promised.middleHalf
  const isAsPromised = good >= promised.good && bad >= promised.bad && isWide && gains.length === 0
  return { pages: scores.length, good, bad, quartiles, gains, isAsPromised }
}

/** Between the two nearest scores, in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
  return below + (above - below) * (place - Math.floor(place))
}

/** As Markdown: the distribution, then every page, the worst first. */
export function describeRatings(distribution: Distribution, rated: readonly Rated[], listed: number): string {
  const { pages, good, bad, quartiles, gains } = distribution
  const { lower, median, upper } = quartiles
  const decimal = (value: number) => value.toFixed(1)
  const rows = [...rated]
    .sort((left, right) => (left.score ?? -1) - (right.score ?? -1) || (left.url < right.url ? -1 : 1))
    .map(
      ({ url, score, result, capped_by }) =>
        `| ${score ?? '–'} | ${result ?? 'not rated'} | ${capped_by ?? ''} | ${url} |`,
    )
  return [
    '# Ratings of published pages',
    '',
    `Written by \`node tests/rating/main.ts\`, rule set ${rated.find(({ ruleset }) => ruleset)?.ruleset ?? 'unknown'}: ${pages} of the ${listed} pages of \`sources.json\`, each with the headers that nearly every server sends.`,
    '',
    '| | measured | promised |',
    '|---|---|---|',
    `| good | ${decimal(good)} % | ≥ ${promised.good} % |`,
    `| bad | ${decimal(bad)} % | ≥ ${promised.bad} % |`,
    `| middle half | ${decimal(lower)} to ${decimal(upper)}, ${decimal(upper - lower)} points wide | ≥ ${promised.middleHalf} points |`,
    `| median | ${decimal(median)} | |`,
    `| pages that score higher over HTTP | ${gains.length} | 0 |`,
    '',
    '## Pages',
    '',
    '| score | result | capped by | page |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
