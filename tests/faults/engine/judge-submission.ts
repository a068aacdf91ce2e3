/** The fields of an IndexNow submission. */
export type Submission = { host: string; key: string; urls: string[] }

/** Validates a body as strictly as the engines do. Returns the reason if it is invalid. */
export function readSubmission(contentType: string, body: string): Submission | string {
  if (!/^application\/json\s*;\s*charset=utf-8$/i.test(contentType)) return `content-type ${contentType}`
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return 'the body is not JSON'
  }
  const { host, key, urlList } = (value ?? {}) as Record<string, unknown>
  if (typeof host !== 'string' || typeof key !== 'string') return 'host or key is missing'
  if (!/^[A-Za-z0-9-]{8,128}$/.test(key)) return 'the key is malformed'
  if (!Array.isArray(urlList) || urlList.length === 0 || urlList.length > 10_000) return 'urlList is empty or too long'
  const urls = urlList.filter((url) => typeof url === 'string')
  if (urls.length < urlList.length) return 'urlList contains a value that is not a string'
  const foreign = urls.find((url) => URL.parse(url)?.host !== host)
  return foreign === undefined ? { host, key, urls } : `${foreign} is not on ${host}`
}

/** URLs that make the engine refuse the whole request. */
export const isRefused = (url: string): boolean => url.includes('/refused/')
