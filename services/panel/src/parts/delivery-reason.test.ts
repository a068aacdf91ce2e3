import { describe, expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import { deliveryReason, explainReason } from './delivery-reason.ts'

describe('a delivery’s reason', () => {
  it.each([
    ['key_unverified', 'retrying', /key file yet/, /Nothing to do/],
    ['InvalidRequestParameters', 'rejected', /rejects this URL/, /requeue/],
    ['Status403', 'rejected', /status 403/, /requeue/],
    ['http_503', 'retrying', /status 503/, /tried again/],
    ['dns', 'retrying', /cannot be resolved/, /tried again/],
    ['dead letter: refused', 'rejected', /refuses the connection/, /not tried again by itself/],
    ['bing_error_13', 'rejected', /error 13/, /Bing Webmaster Tools/],
    ['channel_paused', 'held', /paused/, /Resume/],
    ['SomethingNew', 'rejected', /did not take it/, /requeue/],
  ])('%s of a %s one says what happened and what to do', (reason, status, what, next) => {
    const explained = explainReason(reason, status)
    expect(explained.what).toMatch(what)
    expect(explained.next).toMatch(next)
  })

  it('has its code in small print, and is left out of what was delivered', () => {
    const shown = deliveryReason({ reason: 'dns', status: 'retrying' })
    expect(textOf(shown as never)).toContain('<small class="hint"><code>dns</code></small>')
    expect(deliveryReason({ reason: 'dns', status: 'delivered' })).toBeUndefined()
  })
})
