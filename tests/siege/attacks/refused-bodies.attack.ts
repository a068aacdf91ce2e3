import { type Attack, usualBounds } from '../attack.ts'
import { keepAsking } from '../harness/keep-asking.ts'
import { type RefusedRequest, refusedForm, refusedRequests } from '../harness/refused-requests.ts'
import { addressOf, sendFrom } from '../harness/send-from.ts'

/** A request that is answered while its body is still coming leaves a connection that looks free and is not. */
export const attack: Attack = {
  name: 'refused-bodies',
  does: '24 requests a second that are refused before their bodies are read (415 and 413), at webhooks and at the panel, from 8 addresses without credentials',
  victims: { webhook: usualBounds, 'panel-page': usualBounds, 'shared-connection': usualBounds },
  async run({ world, signal, underWay }) {
    const { wrongType, tooLarge } = refusedRequests()
    const kinds: RefusedRequest[] = [wrongType, refusedForm, wrongType, refusedForm, tooLarge]
    const send = (number: number) => {
      const { path, headers, body } = kinds[number % kinds.length] ?? wrongType
      return sendFrom(addressOf(number % 8), `${world.publicUrl}${path}`, { method: 'POST', headers, body })
    }
    await Promise.all(kinds.map((_, number) => send(number)))
    underWay()
    await keepAsking({ atOnce: 8, pauseMs: 330, maxRequests: 5_000, signal }, send)
  },
}
