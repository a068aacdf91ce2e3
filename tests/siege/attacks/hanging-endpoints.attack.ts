import { until } from '@pagebell/testing/until'
import { type Attack, usualBounds } from '../attack.ts'
import { mapAtOnce } from '../harness/at-once.ts'
import { callApi } from '../harness/call-api.ts'
import { keepAsking } from '../harness/keep-asking.ts'
import { startSlowSite } from '../harness/start-slow-site.ts'

const projects = 96

/** An endpoint that never answers holds its request for the 15 s that it is given. */
export const attack: Attack = {
  name: 'hanging-endpoints',
  does: 'one account has 96 projects with event endpoints that never answer, and sends test events to all of them again and again',
  victims: { 'test-event': usualBounds },
  accounts: 1,
  async run({ world, accounts: [attacker], signal, underWay }) {
    const { key = '' } = attacker ?? {}
    await using site = await startSlowSite(Number.POSITIVE_INFINITY)
    const endpointOf = (number: number) => `/projects/hanging-${number % projects}.example/endpoint`
    const test = (number: number) => callApi(world, key, ['POST', `${endpointOf(number)}/test`])
    await mapAtOnce(8, projects, async (number) => {
      await callApi(world, key, ['POST', '/projects'], { project: `hanging-${number}.example` })
      await callApi(world, key, ['PUT', endpointOf(number)], { url: `http://127.0.0.1:${site.port}/${number}` })
    })
    await mapAtOnce(8, projects, test)
    await until('endpoints hang', () => site.waiting() >= 4)
    underWay()
    await keepAsking({ atOnce: 2, pauseMs: 200, maxRequests: 2_000, signal }, test)
  },
}
