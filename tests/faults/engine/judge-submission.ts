/** What an IndexNow engine reads in a request. */
export type Submission = { host: string; key: string; urls: string[] }

/** Reads a body as strictly as the engines do; a text says what is wrong with it. */
export function readSubmission(contentType: string, body: string): Submission | string {
  if (!/^application\/json\s*;\s*charset=utf-8$/i.test(contentType)) return `content-type ${contentType}`
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return 'the body is no JSON'
  }
  const { host, key, urlList } = (value ?? {}) as Record<string, unknown>
  if (typeof host !== 'string' || typeof key !== 'string') return 'host or key is missing'
  if (!/^[A-Za-z0-9-]{8,128}$/.test(key)) return 'the key has a wrong form'
  if (!Array.isArray(urlList) || urlList.length === 0 || urlList.length > 10_000) return 'urlList is empty or too long'
  const urls = urlList.filter((url) => typeof url === 'string')
  if (urls.length < urlList.length) return 'urlList holds something other than texts'
  const stranger = urls.find((url) => URL.parse(url)?.host !== host)
  return stranger === undefined ? { host, key, urls } : `${stranger} is not on ${host}`
}

/** These the engine never takes, and they sink the request that they are in. */
export const isRefused = (url: string): boolean => url.includes('/refused/')
