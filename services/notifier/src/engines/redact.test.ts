import { expect, it } from '@jest/globals'
import { redactSecrets } from './redact.ts'

it('answers repeat no secret, in no spelling, and no token of the request', async () => {
  const fetch = redactSecrets(async () => ({ status: 400, header: () => undefined, text }), ['a+key/of "bing"'])
  const text = `InvalidApiKey: a+key/of "bing" ${encodeURIComponent('a+key/of "bing"')} a+key/of \\"bing\\" ya29.token`
  const headers = { authorization: 'Bearer ya29.token' }
  expect((await fetch('https://x.example/', { method: 'POST', headers })).text).toBe('InvalidApiKey: *** *** *** ***')
})
