import { expect, it } from '@jest/globals'
import type { FetchSafely } from '@pagebell/safe-fetch/safe-fetcher'
import { politeFetch } from './polite-fetch.ts'

/** Notes what is asked, and answers when it is told to. */
function slowFetch() {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const fetchSafely: FetchSafely = (url) => {
    asked.push(url)
    const { promise, resolve } = Promise.withResolvers<never>()
    answers.push(() => resolve(undefined as never))
    return promise
  }
  return { asked, answers, fetchSafely: politeFetch(fetchSafely) }
}

it('a host is asked one thing at a time, whatever the path; another host, and another port, at once', async () => {
  const { asked, answers, fetchSafely } = slowFetch()
  const first = fetchSafely('https://a.example/1')
  const second = fetchSafely('https://A.example:443/2')
  void fetchSafely('https://b.example/3')
  void fetchSafely('https://a.example:8443/4')
  await Promise.resolve()
  expect(asked).toEqual(['https://a.example/1', 'https://b.example/3', 'https://a.example:8443/4'])
  answers[0]?.()
  await first
  await new Promise(setImmediate)
  expect(asked.at(-1)).toBe('https://A.example:443/2')
  answers[3]?.()
  await second
})

it('an address that cannot be parsed is left to the client to refuse', async () => {
  const { asked, fetchSafely } = slowFetch()
  void fetchSafely('http://')
  await Promise.resolve()
  expect(asked).toEqual(['http://'])
})
