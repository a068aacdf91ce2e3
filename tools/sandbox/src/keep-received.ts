export type ReceivedUrl = {
  engine: string
  url: string
  host: string
  /**
   * What proved the right to submit: the IndexNow key, the service account's e-mail address, or the end of a Bing key.
   */
  key: string
  /** Google's notification type. */
  type?: string
  at: string
  batch: number
}
export type ReceivedRequest = {
  engine: string
  batch: number
  at: string
  /** The operation where an engine has several, such as a token or a quota. */
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
  /** How many URLs the request held, where not all of them were taken. */
  about?: number
}
export type Received = ReturnType<typeof keepReceived>

/** The oldest entries are dropped first. */
const maxEntries = 1_000_000

/** Records the URLs that the engines took, and every request with its response. */
export function keepReceived() {
  let urls: ReceivedUrl[] = []
  let requests: ReceivedRequest[] = []
  let batch = 0

  return {
    urls: () => urls,
    requests: () => requests,
    /** Records one request and, when it was taken, its URLs. */
    note({ engine = 'indexnow', asked, host, key, status, errorCode, about, urls: sent }: Noted) {
      const at = new Date().toISOString()
      batch++
      const of = { engine, batch, at, ...(asked !== undefined && { asked }), host }
      requests.push({ ...of, urls: about ?? sent.length, status, ...(errorCode && { error_code: errorCode }) })
      if (status < 300)
        for (const one of sent)
          urls.push({ engine, ...(typeof one === 'string' ? { url: one } : one), host, key, at, batch })
      if (urls.length > maxEntries) urls = urls.slice(-maxEntries)
      if (requests.length > maxEntries) requests = requests.slice(-maxEntries)
    },
    clear() {
      urls = []
      requests = []
    },
  }
}
