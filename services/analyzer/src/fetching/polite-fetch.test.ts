import { expect, it } from '@jest/globals'
import type { FetchSafely, SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { politeFetch } from './polite-fetch.ts'

/** Takes its turn at the host as the client does, notes what is asked, and answers when it is told to. */
function slowFetch() {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const fetchSafely: FetchSafely = async (url, { takeTurn, signal } = {}) => {
    using _turn = await takeTurn?.(new URL(url).host, signal)
    asked.push(url)
    const { promise, resolve } = Promise.withResolvers<SafeResponse>()
    answers.push(() => resolve({ url } as SafeResponse))
    return await promise
  }
  return { asked, answers, fetchSafely: politeFetch(fetchSafely) }
}

const turnOfLoop = () => new Promise(setImmediate)

it('a host is asked one thing at a time, whatever the path; another host, and another port, at once', async () => {
  const { asked, answers, fetchSafely } = slowFetch()
  const first = fetchSafely('https://a.example/1')
  const second = fetchSafely('https://A.example:443/2')
  void fetchSafely('https://b.example/3')
  void fetchSafely('https://a.example:8443/4')
  await turnOfLoop()
  expect(asked).toEqual(['https://a.example/1', 'https://b.example/3', 'https://a.example:8443/4'])
  answers[0]?.()
  await first
  await turnOfLoop()
  expect(asked.at(-1)).toBe('https://A.example:443/2')
  answers[3]?.()
  await second
})

it('a request that gets no turn in time is given up unasked, and the next in line has its place', async () => {
  const { asked, answers, fetchSafely } = slowFetch()
  const first = fetchSafely('https://a.example/1')
  const third = fetchSafely('https://a.example/2', { turnMs: 10 })
  const last = fetchSafely('https://a.example/3')
  await expect(third).rejects.toMatchObject({ name: 'NoTurn', reason: 'timeout' })
  answers[0]?.()
  await first
  await turnOfLoop()
  expect(asked).toEqual(['https://a.example/1', 'https://a.example/3'])
  answers[1]?.()
  await last
})

it('a request that is called off leaves the line', async () => {
  const { asked, answers, fetchSafely } = slowFetch()
  const first = fetchSafely('https://a.example/1')
  const off = new AbortController()
  const second = fetchSafely('https://a.example/2', { signal: off.signal })
  off.abort(new Error('called off'))
  await expect(second).rejects.toThrow('called off')
  answers[0]?.()
  await first
  expect(asked).toEqual(['https://a.example/1'])
})
