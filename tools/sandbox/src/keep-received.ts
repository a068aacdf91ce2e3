export type ReceivedUrl = { url: string; host: string; key: string; at: string; batch: number }
export type ReceivedRequest = {
  batch: number
  at: string
  host: string
  urls: number
  status: number
  error_code?: string
}
export type Received = ReturnType<typeof keepReceived>

/** Enough for any trial, and a bound all the same: the oldest go first. */
const MOST = 1_000_000

/** The record of what reached the engine: the URLs it took, and every request with its answer. */
export function keepReceived() {
  let urls: ReceivedUrl[] = []
  let requests: ReceivedRequest[] = []
  let batch = 0

  return {
    urls: () => urls,
    requests: () => requests,
    /** Notes one request and, when it was taken, its URLs. */
    note(request: { host: string; key: string; urls: string[]; status: number; errorCode?: string | undefined }) {
      const at = new Date().toISOString()
      const { host, key, status, errorCode } = request
      batch++
      requests.push({ batch, at, host, urls: request.urls.length, status, ...(errorCode && { error_code: errorCode }) })
      if (status < 300) for (const url of request.urls) urls.push({ url, host, key, at, batch })
      if (urls.length > MOST) urls = urls.slice(-MOST)
      if (requests.length > MOST) requests = requests.slice(-MOST)
    },
    clear() {
      urls = []
      requests = []
    },
  }
}
