import fastifyCookie from '@fastify/cookie'
import { expect, it } from '@jest/globals'
import { createHttpServer } from '@pagebell/http/create-http-server'
import { createLog } from '@pagebell/runtime/log'
import { cookiesFor } from '../session/cookies.ts'
import { guardForms } from './form-guard.ts'

async function signIn(publicOrigin: string, origin: string) {
  const app = createHttpServer({ log: createLog('panel', 'silent') })
  await app.register(fastifyCookie)
  guardForms(app, { cookies: cookiesFor(publicOrigin), publicOrigin })
  app.post('/sign-in', async () => ({}))
  const headers = { origin, host: new URL(origin).host, 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({ method: 'POST', url: '/sign-in', headers, payload: 'email=a' })
  await app.close()
  return answer.json<{ code: string; detail: string }>()
}

it('explains that signing in needs HTTPS where a browser rejects the cookie', async () => {
  const answer = await signIn('https://pagebell.example', 'http://pagebell.lan')
  expect(answer.code).toBe('cookies_need_https')
  expect(answer.detail).toContain('https://pagebell.example')
})

it.each([
  ['https://pagebell.example', 'https://pagebell.example'],
  ['http://pagebell.lan', 'http://pagebell.lan'],
])('calls a form too old where cookies are kept: %s', async (publicOrigin, origin) => {
  expect((await signIn(publicOrigin, origin)).code).toBe('stale_form')
})
