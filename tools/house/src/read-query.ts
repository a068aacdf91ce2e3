/** The PromQL keywords that our queries use. */
const keywords = new Set(
  `sum max min avg count topk rate increase histogram_quantile avg_over_time min_over_time max_over_time
    by without on unless and or`.split(/\s+/),
)

/** Which metrics a query names, and the labels that it selects or groups by. */
export function readQuery(expr: string): { metrics: string[]; labels: string[] } {
  const labels = new Set<string>()
  const withoutTexts = expr.replace(/"(?:[^"\\]|\\.)*"/g, '')
  const withoutMatchers = withoutTexts.replace(/\{([^}]*)\}/g, (_all, matchers: string) => {
    for (const [, label] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)) if (label) labels.add(label)
    return ''
  })
  const withoutGroups = withoutMatchers.replace(/\b(?:by|without|on)\s*\(([^)]*)\)/g, (_all, list: string) => {
    for (const label of list.split(',')) labels.add(label.trim())
    return ''
  })
  const withoutRanges = withoutGroups.replace(/\[[^\]]*\]/g, '')
  const names = [...withoutRanges.matchAll(/(?<![\w.])[a-z_][a-z0-9_]*/gi)].map(([name]) => name)
  return { metrics: [...new Set(names.filter((name) => !keywords.has(name)))], labels: [...labels] }
}
