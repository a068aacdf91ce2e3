export type ReceivedUrl = {
  engine: string
  url: string
  host: string
  /**
   * What proved the right to submit: the IndexNow key, the service account's e-mail address, or the end of a Bing key.
   */
  key: string
  /** Google's word for what has happened to the page. */
  type?: string
  at: string
  batch: number
}
export type ReceivedRequest = {
  engine: string
  batch: number
  at: string
  /** What was asked for where an engine answers more than one thing, such as a token or a quota. */
  asked?: string
  host: string
  urls: number
  status: number
  error_code?: string
}
export type Noted = {
  engine?: string
  asked?: string
  host: string
  key: string
  urls: (string | { url: string; type: string })[]
  status: number
  errorCode?: string | undefined
  /** How many URLs the request was about, where not all of them were taken. */
  about?: number
}
export type Received = ReturnType<typeof keepReceived>

/** Enough for any trial, and a bound all the same: the oldest go first. */
const MOST = 1_000_000

/** The record of what reached the engines: the URLs they took, and every request with its answer. */
export function keepReceived() {
  let urls: ReceivedUrl[] = []
  let requests: ReceivedRequest[] = []
  let batch = 0

  return {
    urls: () => urls,
    requests: () => requests,
    /** Notes one request and, when it was taken, its URLs. */
    note({ engine = 'indexnow', asked, host, key, status, errorCode, about, urls: sent }: Noted) {
      const at = new Date().toISOString()
      batch++
      const of = { engine, batch, at, ...(asked !== undefined && { asked }), host }
      requests.push({ ...of, urls: about ?? sent.length, status, ...(errorCode && { error_code: errorCode }) })
      if (status < 300)
        for (const one of sent)
          urls.push({ engine, ...(typeof one === 'string' ? { url: one } : one), host, key, at, batch })
      if (urls.length > MOST) urls = urls.slice(-MOST)
      if (requests.length > MOST) requests = requests.slice(-MOST)
    },
    clear() {
      urls = []
      requests = []
    },
  }
}
