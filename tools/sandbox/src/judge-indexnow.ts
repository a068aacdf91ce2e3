import type { FetchKeyFile } from './fetch-key-file.ts'

export type Submission = { host: string; key: string; keyLocation?: string; urlList: string[] }
export type Verdict = { status: number; errorCode?: string; message?: string }

/** The protocol's limit for one request. */
const maxUrls = 10_000

const invalid = (message: string): Verdict => ({ status: 422, errorCode: 'InvalidRequestParameters', message })
const forbidden = (errorCode: string, message: string): Verdict => ({ status: 403, errorCode, message })

/** Reads a request body; returns an error message if it is invalid. */
export function readSubmission(body: string): Submission | string {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return 'The body is not JSON.'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'The body is not a JSON object.'
  const { host, key, keyLocation, urlList } = value as Record<string, unknown>
  if (typeof host !== 'string' || host === '') return 'host is missing.'
  if (typeof key !== 'string') return 'key is missing.'
  if (keyLocation !== undefined && typeof keyLocation !== 'string') return 'keyLocation is not a text.'
  if (!Array.isArray(urlList) || urlList.length === 0) return 'urlList is missing or empty.'
  if (!urlList.every((url) => typeof url === 'string')) return 'urlList holds something other than texts.'
  return { host, key, ...(keyLocation !== undefined && { keyLocation }), urlList }
}

/** The rules that need no network: the key's form, one host, at most 10,000 URLs, the directory of keyLocation. */
export function judgeForm({ host, key, keyLocation, urlList }: Submission): Verdict | undefined {
  if (!/^[A-Za-z0-9-]{8,128}$/.test(key)) return invalid('key has to be 8 to 128 of [A-Za-z0-9-].')
  if (urlList.length > maxUrls) return invalid(`urlList holds more than ${maxUrls} URLs.`)
  if (!URL.canParse(`https://${host}/`) || /[/?#@]/.test(host)) return invalid('host is not a host name.')

  for (const text of urlList) {
    const url = URL.parse(text)
    if (url === null || !/^https?:$/.test(url.protocol)) return invalid(`${text} is not an http or https URL.`)
    if (url.host !== host) return invalid(`${text} is not on ${host}.`)
  }
  if (keyLocation === undefined) return
  const file = URL.parse(keyLocation)
  if (file === null || !/^https?:$/.test(file.protocol)) return invalid('keyLocation is not an http or https URL.')
  if (file.host !== host) return invalid('keyLocation is not on host.')
  const directory = new URL('.', file).pathname
  const outside = urlList.find((url) => !new URL(url).pathname.startsWith(directory))
  return outside === undefined ? undefined : invalid(`${outside} is not under the directory of keyLocation.`)
}

/** Whether the host's key file proves the key. */
export async function judgeKeyFile(submission: Submission, fetchKeyFile: FetchKeyFile): Promise<Verdict> {
  const { host, key, keyLocation, urlList } = submission
  const scheme = urlList.some((url) => url.startsWith('https:')) ? 'https' : 'http'
  const location = keyLocation ?? `${scheme}://${host}/${key}.txt`
  let file: Awaited<ReturnType<FetchKeyFile>>
  try {
    file = await fetchKeyFile(location)
  } catch (error) {
    return forbidden(
      'SiteVerificationNotCompleted',
      `The key file could not be fetched yet: ${(error as Error).message}`,
    )
  }
  if (file.status !== 200) return forbidden('KeyNotFound', `The key file answers ${file.status}.`)
  if (!/^text\/plain\b/i.test(file.contentType)) return forbidden('InvalidKey', 'The key file is not text/plain.')
  if (file.body !== key) return forbidden('InvalidKey', 'The key file does not hold exactly the key.')
  return { status: 200 }
}
