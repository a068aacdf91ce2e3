import { invalidField } from '@pagebell/faults/invalid-field'
import { repeatedNames } from '@pagebell/http/strict-query'

export type Intent = { mode: string; topic: string; challenge: string; lease_seconds: number | undefined }

const modes = ['subscribe', 'unsubscribe', 'denied']
const maxTopicLength = 2_048
const maxChallengeLength = 2_048

/**
 * Reads what a hub asks by the query of a callback (WebSub sections 5.2 and 5.3); the challenge is empty where it
 * denies. Unknown parameters are let pass, because hubs add their own. Throws fault `invalid` with the parameter.
 */
export function readIntent(query: unknown): Intent {
  const [repeated] = repeatedNames(query).filter((name) => name.startsWith('hub.'))
  if (repeated !== undefined) throw invalidField(repeated, 'must be given once')
  const parameters = query as Record<string, string | undefined>
  const mode = parameters['hub.mode'] ?? ''
  if (!modes.includes(mode)) throw invalidField('hub.mode', `must be one of: ${modes.join(', ')}`)
  const topic = parameters['hub.topic'] ?? ''
  if (topic === '' || topic.length > maxTopicLength)
    throw invalidField('hub.topic', `must have 1 to ${maxTopicLength} characters`)
  const challenge = mode === 'denied' ? '' : (parameters['hub.challenge'] ?? '')
  if ((challenge === '' && mode !== 'denied') || challenge.length > maxChallengeLength)
    throw invalidField('hub.challenge', `must have 1 to ${maxChallengeLength} characters`)
  return { mode, topic, challenge, lease_seconds: readLease(parameters['hub.lease_seconds']) }
}

/** Ten digits are more than 300 years. */
function readLease(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,10}$/.test(text)) throw invalidField('hub.lease_seconds', 'must be a number of seconds')
  return Number(text)
}
