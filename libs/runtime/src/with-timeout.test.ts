import { expect, it } from '@jest/globals'
import { withTimeout } from './with-timeout.ts'

const late = () => new Error('late')

it('returns what the work returns, and throws what it throws', async () => {
  await expect(withTimeout(Promise.resolve(7), 60_000, late)).resolves.toBe(7)
  await expect(withTimeout(Promise.reject(new Error('broken')), 60_000, late)).rejects.toThrow('broken')
})

it('throws once the time is over, and ignores what comes afterwards', async () => {
  const work = Promise.withResolvers<number>()
  await expect(withTimeout(work.promise, 1, late)).rejects.toThrow('late')
  work.reject(new Error('too late'))
  await expect(work.promise).rejects.toThrow()
})
