/** services/gateway/test/verify-snippets.test.ts runs both. */
export const verifyInNode = `import { createHmac, timingSafeEqual } from 'node:crypto'

export function isFromPagebell(secret, headers, rawBody) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${rawBody}\`).digest()
  return String(headers['webhook-signature']).split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`

export const verifyInPython = `import base64, hashlib, hmac, time

def is_from_pagebell(secret, headers, raw_body):
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + raw_body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(one, expected) for one in headers["webhook-signature"].split())`
