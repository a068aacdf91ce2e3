import { randomUUIDv7 } from 'node:crypto'
import type { ChannelResult, EngineResponse } from '../channels/channel.ts'
import { boundedText } from '../channels/engine-response.ts'

/** A response as it is recorded: once for all URLs of a request that have the same. */
export type ResponseGroup = {
  id: string
  outcome: ChannelResult['kind']
  reason: string | null
  response: EngineResponse | undefined
}

/** Groups the URLs of a request by their responses: the distinct responses, and each URL with its own. */
export function groupByResponse<Row extends { result: ChannelResult }>(
  rows: Row[],
): { responses: ResponseGroup[]; grouped: (Row & { response: ResponseGroup })[] } {
  const responses = new Map<string, ResponseGroup>()
  // Most often all rows share one result object, which is then read once.
  const known = new Map<ChannelResult, ResponseGroup>()
  const grouped = rows.map((row) => {
    const seen = known.get(row.result)
    if (seen !== undefined) return { ...row, response: seen }
    const read = readResult(row.result)
    const name = JSON.stringify(read)
    const response = responses.get(name) ?? { id: randomUUIDv7(), ...read }
    responses.set(name, response)
    known.set(row.result, response)
    return { ...row, response }
  })
  return { responses: [...responses.values()], grouped }
}

function readResult(result: ChannelResult): Omit<ResponseGroup, 'id'> {
  const { kind, response } = result
  return {
    outcome: kind,
    reason: result.kind === 'delivered' ? null : result.reason,
    response: response && { status: response.status, message: boundedText(response.message) },
  }
}
