export type RobotsAnswer = { status: number | null; body: string | null }
export type Redirect = { from: string; to: string; status: number }
export type LinkAnswer = { url: string; status: number | null; failure: string | null }

/** What the HTTP exchange says about one page besides its body: plain data that can be recorded, replayed and sent to a worker. */
export type Exchange = {
  url: string
  requestedUrl: string
  status: number
  headers: [name: string, value: string][]
  /** Bytes of the body after content decoding. */
  htmlBytes: number
  charset: { bom: string | null; header: string | null; meta: string | null }
  /** `status` null: the connection failed. */
  robots: RobotsAnswer
  /** null where a recorded exchange does not say. */
  redirects: Redirect[] | null
  ttfbMs: number | null
  /** `validTo` null: the certificate has no readable date. */
  tls: { validTo: string | null; alpn: string | null; authorized: boolean } | null
  probes: Probes
}

/** Results of the requests besides the page and robots.txt; null (not requested, or no response) makes a check not applicable. */
export type Probes = {
  sitemap: { url: string; status: number; declared: boolean }[] | null
  /** `location` is where redirects ended, if there were any. */
  soft404: { url: string; status: number; location: string | null } | null
  favicon: { url: string; status: number } | null
  linkSample: LinkAnswer[] | null
  /** Which budget was exhausted, if requests were skipped. */
  leftOut: 'requests' | 'time' | null
}

/** The probes of a recorded exchange: none were made. */
export const noProbes: Probes = { sitemap: null, soft404: null, favicon: null, linkSample: null, leftOut: null }
