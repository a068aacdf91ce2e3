/** A webhook's request as it goes over the wire. */
export function submitRequest(token: string, port: number, urls: readonly string[]): string {
  const body = `{"urls":[${urls.map((url) => `"${url}"`).join(',')}]}`
  const head = `POST /api/hooks/${token}/submit HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`
}
