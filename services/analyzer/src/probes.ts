export type LinkAnswer = { url: string; status: number | null; failure: string | null }

/** What the second requests of a report found; null means not asked or no answer, and makes a check not applicable. */
export type Probes = {
  sitemap: { url: string; status: number; declared: boolean }[] | null
  /** `location` is where redirects ended, if there were any. */
  soft404: { url: string; status: number; location: string | null } | null
  favicon: { url: string; status: number } | null
  linkSample: LinkAnswer[] | null
  /** What was used up, if something was not asked for it. */
  leftOut: 'requests' | 'time' | null
}

export const noProbes: Probes = { sitemap: null, soft404: null, favicon: null, linkSample: null, leftOut: null }
