import type { QuotaRefusal } from './google-quota.ts'

export type GoogleAnswer = { status: number; body: unknown }
export type Notification = { url: string; type: 'URL_UPDATED' | 'URL_DELETED' }

/** The quota, ownership and refusals that apply to a caller. */
export type GoogleLaws = {
  /** Takes one unit of the quota, or returns the limit that is exhausted. */
  take(): QuotaRefusal | undefined
  isOwned(host: string): boolean
  isRefused(url: string): boolean
}

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

export const googleError = (code: number, message: string): GoogleAnswer => ({
  status: code,
  body: { error: { code, message, status: statuses[code] ?? 'UNKNOWN' } },
})

/** Checks one publish request: form, ownership and quota, in the order of Google. */
export function judgePublish(
  contentType: string,
  text: string,
  laws: GoogleLaws,
): GoogleAnswer & { taken?: Notification } {
  const asked = readNotification(contentType, text)
  if (typeof asked === 'string') return googleError(400, asked)
  if (laws.isRefused(asked.url)) return googleError(400, `Request contains an invalid argument: ${asked.url}`)
  if (!laws.isOwned(new URL(asked.url).host))
    return googleError(403, 'Permission denied. Failed to verify the URL ownership.')
  const limit = laws.take()
  if (limit !== undefined)
    return googleError(
      429,
      `Quota exceeded for quota metric 'Publish requests' and limit 'Publish requests per ${limit}' of service 'indexing.googleapis.com' for consumer 'project_number:1'.`,
    )
  const notifyTime = new Date().toISOString()
  const latest = { url: asked.url, type: asked.type, notifyTime }
  const name = asked.type === 'URL_DELETED' ? 'latestRemove' : 'latestUpdate'
  return { status: 200, body: { urlNotificationMetadata: { url: asked.url, [name]: latest } }, taken: asked }
}

function readNotification(contentType: string, text: string): Notification | string {
  if (!/^application\/json\b/i.test(contentType)) return 'Content-Type has to be application/json.'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'Invalid JSON payload received.'
  }
  const { url, type, ...more } = (value ?? {}) as Record<string, unknown>
  const [unknown] = Object.keys(more)
  if (unknown !== undefined) return `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`
  if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return "Invalid attribute. 'url' is not in standard URL format"
  if (type !== 'URL_UPDATED' && type !== 'URL_DELETED') return "Invalid value at 'url_notification.type'"
  return { url, type }
}
