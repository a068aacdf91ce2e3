import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { intakeUnderTest, newHook, submit, type UnderTest } from './intake-under-test.ts'

let test: UnderTest

beforeAll(async () => {
  test = await intakeUnderTest()
})

afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
})

const waiting = async (): Promise<number> => Number((await test.query('select count(*) from outbox'))[0]?.['count'])

it('empties the outbox as fast as requests fill it, and not only once they pause', async () => {
  const intake = await test.start()
  let accepted = 0
  let go = true
  const client = async (place: number): Promise<void> => {
    const { token } = await newHook(intake)
    for (let page = 0; go; page++) {
      const urls = [`https://example.com/${place}/${page}`]
      if ((await submit(intake.url, token, { urls })).status === 202) accepted++
    }
  }
  const clients = Array.from({ length: 30 }, (_, place) => client(place))
  try {
    await until('a thousand batches were taken in', () => accepted >= 1_000, 60_000)
    // While more come in: a batch of each client, those being published, and those confirmed but not yet taken out.
    await until('a few wait', async () => (await waiting()) < 150)
  } finally {
    go = false
    await Promise.all(clients)
  }
  expect(accepted).toBeGreaterThanOrEqual(1_000)
  await until('none waits', async () => (await waiting()) === 0)
})
