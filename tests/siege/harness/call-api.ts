import { until } from '@pagebell/testing/until'
import type { World } from './build-world.ts'

type Answer = { status: number; text: string }

/** Answers 503 and the like on a busy machine are tried again: what prepares an attack is not what is measured. */
function whenAble(what: string, ask: () => Promise<Answer>): Promise<Answer> {
  return until(
    what,
    async () => {
      const answer = await ask()
      if (answer.status >= 500) throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 300)}`)
      return answer
    },
    60_000,
  )
}

/** One call of the JSON API, as any customer makes it. Throws unless it is answered 2xx; answers its `data`. */
export async function callApi<Data>(
  { publicUrl }: World,
  key: string,
  [method, path]: [method: string, path: string],
  body: object = {},
): Promise<Data> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const { status, text } = await whenAble(`${method} ${path} is answered`, async () => {
    const answer = await fetch(`${publicUrl}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    return { status: answer.status, text: await answer.text() }
  })
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  return (JSON.parse(text) as { data: Data }).data
}

/** A batch of these URLs by a webhook; its id. */
export async function submitBatch({ publicUrl }: World, hookToken: string, urls: string[]): Promise<string> {
  // A second try after a lost answer is the first one's.
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const { text } = await whenAble('the batch is accepted', async () => {
    const url = `${publicUrl}/api/hooks/${hookToken}/submit`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ urls }) })
    return { status: answer.status, text: await answer.text() }
  })
  const { batch_id, accepted } = JSON.parse(text) as { batch_id: string; accepted: number }
  if (accepted !== urls.length) throw new Error(`The batch was not accepted: ${text.slice(0, 300)}`)
  return batch_id
}
