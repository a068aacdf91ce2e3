import { randomUUIDv7 } from 'node:crypto'
import { mintIndexNowKey } from './mint-indexnow-key.ts'

/** A project that is not in the database yet, with the IndexNow key it will keep. */
export function newProject(accountId: string, name: string) {
  return { accountId, name, projectId: randomUUIDv7(), indexNowKey: mintIndexNowKey() }
}
