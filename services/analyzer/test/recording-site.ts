import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site on every address of this machine that records its requests, one line each, and how many came at once. */
export async function startRecordingSite(answer: RequestListener) {
  const requests: string[] = []
  let active = 0
  let peak = 0
  const site = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    active += 1
    peak = Math.max(peak, active)
    response.once('close', () => {
      active -= 1
    })
    answer(request, response)
  })
  site.listen(0, '0.0.0.0')
  await once(site, 'listening')
  return {
    requests,
    /** The highest number of concurrent requests. */
    peakRequests: () => peak,
    address: (path: string, host = '127.0.0.1') => `http://${host}:${(site.address() as AddressInfo).port}${path}`,
    async [Symbol.asyncDispose]() {
      site.closeAllConnections()
      site.close()
      await once(site, 'close')
    },
  }
}
