import { receiveRequest, type SourceResult, type VerifyContext } from '../read-request.ts'
import type { Source } from '../source.ts'
import { readRecordedRequest } from './recorded-request.ts'

export type PrintedResult = Pick<SourceResult, 'verdict' | 'event' | 'urls' | 'missing' | 'reason'>

/** The result of each row, in their order. What one row publishes is remembered for those after it. */
export async function* readRows(
  lines: AsyncIterable<string>,
  source: Source,
  context: Omit<VerifyContext, 'urlOfId'>,
): AsyncGenerator<PrintedResult> {
  const remembered = new Map<string, string>()
  for await (const line of lines) {
    if (line.trim() === '') continue
    const recorded = readRecordedRequest(line)
    if (!recorded.ok) {
      yield { verdict: 'unmapped', event: null, urls: [], missing: [], reason: recorded.reason }
      continue
    }
    const result = receiveRequest(source, recorded.request, { ...context, urlOfId: (id) => remembered.get(id) })
    for (const id of result.forget) remembered.delete(id)
    for (const { id, url } of result.remember) remembered.set(id, url)
    const { verdict, event, urls, missing, reason } = result
    yield { verdict, event, urls, missing, reason }
  }
}
