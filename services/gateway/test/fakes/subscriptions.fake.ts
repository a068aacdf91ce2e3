import { fault } from '@pagebell/faults/fault'
import { Subscriptions } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

export const wantedToken = 'a-token-of-a-callback_'

/** One subscription, to the topic of which everything is confirmed; a delivery signed `right` is taken. */
export function fakeSubscriptions() {
  const topic = 'https://example.com/feed.xml'
  /** What was asked and delivered, in order. */
  const asked: object[] = []
  const requireWanted = (token: string): void => {
    if (token !== wantedToken) throw fault('not_found', 'There is no such subscription.')
  }

  const service = fakeService(Subscriptions, {
    async verifyIntent(intent) {
      requireWanted(intent.token)
      if (intent.topic !== topic) throw fault('not_found', 'No such subscription was requested.')
      asked.push(intent)
      return {}
    },
    async deliver({ token, signature, body }) {
      requireWanted(token)
      asked.push({ signature, bytes: body.length })
      return { taken: signature === 'right' }
    },
  })
  return { service, topic, asked }
}
