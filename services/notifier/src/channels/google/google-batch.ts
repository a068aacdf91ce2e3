import { randomUUID } from 'node:crypto'

/** https://developers.google.com/search/apis/indexing-api/v3/using-api#batching */
const crlf = '\r\n'

export type Notification = { url: string; type: 'URL_UPDATED' | 'URL_DELETED' }
type PartResponse = { status: number; text: string }

/** Several publish requests as one multipart/mixed request; each part is numbered from 1. */
export function writeBatch(notifications: Notification[]): { contentType: string; body: string } {
  const boundary = `batch_${randomUUID()}`
  const parts = notifications.map((notification, index) => {
    const body = JSON.stringify(notification)
    return [
      `--${boundary}`,
      'Content-Type: application/http',
      'Content-Transfer-Encoding: binary',
      `Content-ID: <${index + 1}>`,
      '',
      'POST /v3/urlNotifications:publish HTTP/1.1',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
      '',
    ].join(crlf)
  })
  return { contentType: `multipart/mixed; boundary="${boundary}"`, body: `${parts.join('')}--${boundary}--${crlf}` }
}

/** The response to each part by its number; parts without a readable one are missing. */
export function readBatch(contentType: string, body: string): Map<number, PartResponse> {
  const responses = new Map<number, PartResponse>()
  const boundary = /^multipart\/\w+\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType)
  const name = boundary?.[1] ?? boundary?.[2]
  if (name === undefined) return responses
  // Bare line feeds are tolerated, which some proxies produce.
  const [, ...sections] = `\n${body}`.replaceAll(crlf, '\n').split(`\n--${name}`)
  for (const section of sections) {
    const number = /^content-id:\s*<?response-(?:[^>\n]*[^\d>\n])?(\d{1,9})>?\s*$/im.exec(headOf(section))?.[1]
    const inner = section.slice(headOf(section).length).replace(/^\n+/, '')
    const status = /^HTTP\/\d(?:\.\d)? (\d{3})\b/.exec(inner)?.[1]
    if (number === undefined || status === undefined) continue
    responses.set(Number(number), { status: Number(status), text: inner.slice(headOf(inner).length).trim() })
  }
  return responses
}

/** Up to the first empty line. */
function headOf(section: string): string {
  const end = section.indexOf('\n\n')
  return end < 0 ? section : section.slice(0, end)
}
