import { hash } from 'node:crypto'
import type { Queryable } from '@pagebell/postgres/database'
import type { StoredSource } from '../source-settings/stored-source.ts'
import { type ReadContext, readRequest, type SourceResult } from '../sources/read-request.ts'
import type { Source } from '../sources/source.ts'
import type { SourceRequest } from '../sources/source-request.ts'
import { findItems } from './deliveries.sql.ts'

/** What is kept of an id of the sender, which may be long, and may be the name of a person. */
export const hashId = (id: string): Buffer => hash('sha256', id, 'buffer').subarray(0, 16)

/** Ids of one delivery whose URLs are looked up; a delivery with more is of a list, and no page of it is looked up twice. */
const maxIds = 5_000

/**
 * Reads a request with the URLs that are remembered. It is read once to learn which ids it asks for, and again with their
 * URLs: reading has no effects.
 */
export async function readWithMemory(
  q: Queryable,
  source: Pick<StoredSource, 'account_id' | 'source_id'>,
  kind: Source,
  request: SourceRequest,
  context: Omit<ReadContext, 'urlOfId'>,
): Promise<SourceResult> {
  const asked = new Set<string>()
  const ask = (id: string): undefined => {
    if (asked.size < maxIds) asked.add(id)
  }
  const first = readRequest(kind, request, { ...context, urlOfId: ask })
  if (asked.size === 0) return first
  const ids = [...asked]
  const found = await findItems(q, source, ids.map(hashId))
  const urls = new Map(ids.map((id, place) => [id, found[place]]))
  return readRequest(kind, request, { ...context, urlOfId: (id) => urls.get(id) })
}
