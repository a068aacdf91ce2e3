import { readFile } from 'node:fs/promises'
import { expect, it } from '@jest/globals'
import { readDocument } from './openapi/read-document.ts'
import { firstLine, idempotentRoutes, sdkFiles } from './openapi/sdk-files.ts'

it('has an SDK whose types were generated from the current API: npm run generate:sdk', async () => {
  const document = await readDocument()
  const types = await readFile(sdkFiles.types, 'utf8')
  expect(types.slice(0, types.indexOf('\n') + 1)).toBe(firstLine(document))
  expect(await readFile(sdkFiles.idempotent, 'utf8')).toBe(idempotentRoutes(document))
})
