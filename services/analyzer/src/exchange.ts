import type { Probes } from './probes.ts'

export type RobotsAnswer = { status: number | null; body: string | null }
export type Redirect = { from: string; to: string; status: number }

/** What the wire said about one page beside its body, as plain data that can be recorded, replayed and handed to a worker. */
export type Exchange = {
  url: string
  requestedUrl: string
  status: number
  headers: [name: string, value: string][]
  /** Bytes of the body as decoded from its content-encoding. */
  htmlBytes: number
  charset: { bom: string | null; header: string | null; meta: string | null }
  /** `status` null: the connection failed. */
  robots: RobotsAnswer
  /** null where a recorded exchange does not tell. */
  redirects: Redirect[] | null
  ttfbMs: number | null
  /** `validTo` null: the certificate names no date that could be read. */
  tls: { validTo: string | null; alpn: string | null; authorized: boolean } | null
  /** Absent for a recorded exchange: nothing but the page and its robots.txt was asked for. */
  probes: Probes
}
