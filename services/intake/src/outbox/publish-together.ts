import { Fault } from '@pagebell/faults/fault'
import { urlsPerMessage } from '@pagebell/messages/urls-submitted'
import { type BatchPart, type OutboxBatch, partsOf } from './publish-batch.ts'

type Together = [BatchPart, ...BatchPart[]]

/** Publishes the parts of one message; resolves when it is confirmed. Several parts are of one project, without pre-flight. */
export type PublishParts = (parts: Together) => Promise<void>

/** The publishing of a batch: `confirmed` rejects if one of its messages could not be built or was not confirmed. */
export type Publishing = { batchId: string; confirmed: Promise<unknown> }

/**
 * Publishes batches that were committed together, in as few messages as version 2 of urls.submitted allows. A batch that is
 * published again may share its messages with others than before.
 */
export function publishTogether(batches: readonly OutboxBatch[], publish: PublishParts): Publishing[] {
  const publishing = batches.map((batch) => ({ batchId: batch.batchId, parts: buildParts(batch) }))
  const confirms = new Map<BatchPart, Promise<void>>()
  for (const message of shareMessages(publishing.flatMap(({ parts }) => ('error' in parts ? [] : parts)))) {
    const confirmed = publish(message)
    for (const part of message) confirms.set(part, message.length === 1 ? confirmed : orAlone(confirmed, part, publish))
  }
  return publishing.map(({ batchId, parts }) => ({
    batchId,
    confirmed:
      'error' in parts ? Promise.reject(parts.error) : Promise.all(parts.flatMap((part) => confirms.get(part) ?? [])),
  }))
}

/** A batch whose messages cannot be built keeps no other from being published. */
function buildParts(batch: OutboxBatch): BatchPart[] | { error: unknown } {
  try {
    return partsOf(batch)
  } catch (error) {
    return { error }
  }
}

/** Nor does one whose part is refused by the schema of the message: then each goes in a separate message. */
async function orAlone(confirmed: Promise<void>, part: BatchPart, publish: PublishParts): Promise<void> {
  try {
    await confirmed
  } catch (error) {
    if (!(error instanceof Fault && error.kind === 'invalid')) throw error
    await publish([part])
  }
}

/** Parts by message: each with pre-flight alone, the others of a project together, up to what a message may hold. */
function shareMessages(parts: readonly BatchPart[]): Together[] {
  const open = new Map<string, { message: Together; urls: number }>()
  const messages: Together[] = []
  for (const part of parts) {
    const { preflight, project_id, urls } = part.body
    const shared = preflight === true ? undefined : open.get(project_id)
    if (shared !== undefined && shared.urls + urls.length <= urlsPerMessage) {
      shared.message.push(part)
      shared.urls += urls.length
      continue
    }
    const message: Together = [part]
    messages.push(message)
    if (preflight !== true) open.set(project_id, { message, urls: urls.length })
  }
  return messages
}
