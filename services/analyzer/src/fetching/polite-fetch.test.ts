import { expect, it } from '@jest/globals'
import type { FetchSafely, SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { politeFetch } from './polite-fetch.ts'

/** Acquires a turn at the host as the client does, records each request, and responds when the test calls `answers`. */
function slowFetch() {
  const sent: string[] = []
  const answers: (() => void)[] = []
  const fetchSafely: FetchSafely = async (url, { takeTurn, signal } = {}) => {
    using _turn = await takeTurn?.(new URL(url).host, signal)
    sent.push(url)
    const { promise, resolve } = Promise.withResolvers<SafeResponse>()
    answers.push(() => resolve({ url } as SafeResponse))
    return await promise
  }
  return { sent, answers, fetchSafely: politeFetch(fetchSafely) }
}

const nextTick = () => new Promise(setImmediate)

it('a host gets one request at a time, whatever the path; another host or port is independent', async () => {
  const { sent, answers, fetchSafely } = slowFetch()
  const first = fetchSafely('https://a.example/1')
  const second = fetchSafely('https://A.example:443/2')
  void fetchSafely('https://b.example/3')
  void fetchSafely('https://a.example:8443/4')
  await nextTick()
  expect(sent).toEqual(['https://a.example/1', 'https://b.example/3', 'https://a.example:8443/4'])
  answers[0]?.()
  await first
  await nextTick()
  expect(sent.at(-1)).toBe('https://A.example:443/2')
  answers[3]?.()
  await second
})

it('a request that gets no turn in time is never sent, and the next in line takes its place', async () => {
  const { sent, answers, fetchSafely } = slowFetch()
  const first = fetchSafely('https://a.example/1')
  const third = fetchSafely('https://a.example/2', { turnMs: 10 })
  const last = fetchSafely('https://a.example/3')
  await expect(third).rejects.toMatchObject({ name: 'NoTurn', reason: 'timeout' })
  answers[0]?.()
  await first
  await nextTick()
  expect(sent).toEqual(['https://a.example/1', 'https://a.example/3'])
  answers[1]?.()
  await last
})

it('an aborted request leaves the queue', async () => {
  const { sent, answers, fetchSafely } = slowFetch()
  const first = fetchSafely('https://a.example/1')
  const abort = new AbortController()
  const second = fetchSafely('https://a.example/2', { signal: abort.signal })
  abort.abort(new Error('aborted'))
  await expect(second).rejects.toThrow('aborted')
  answers[0]?.()
  await first
  expect(sent).toEqual(['https://a.example/1'])
})
