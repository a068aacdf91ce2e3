/** A check that a project ignores: it is shown, and does not count. */
export type Suppression = {
  check: string
  /** The one page; null for every page of the project. */
  url: string | null
  reason: string
  expires_at: string | null
}

/** Checks by their id. */
export type ActiveSuppressions = ReadonlyMap<string, Suppression>

/**
 * What is ignored on each page at a moment, in ISO 8601. A suppression of the page itself takes precedence over one of
 * every page.
 */
export function suppressionsAt(
  suppressions: readonly Suppression[],
  at: string,
): { on(url: string): ActiveSuppressions } {
  const everywhere = new Map<string, Suppression>()
  const byPage = new Map<string, Suppression[]>()
  for (const one of suppressions) {
    if (one.expires_at !== null && one.expires_at <= at) continue
    if (one.url === null) everywhere.set(one.check, one)
    else byPage.set(one.url, [...(byPage.get(one.url) ?? []), one])
  }
  return {
    on(url) {
      const own = byPage.get(url)
      return own === undefined ? everywhere : new Map([...everywhere, ...own.map((one) => [one.check, one] as const)])
    },
  }
}
