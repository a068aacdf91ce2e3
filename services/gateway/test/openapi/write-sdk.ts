import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDocument } from './read-document.ts'
import { installTools, run, tool } from './run-tool.ts'
import { firstLine, idempotentRoutes, sdkFiles } from './sdk-files.ts'

// Writes the types of the SDK. They are checked for staleness by test/sdk.test.ts, which needs no tools.

installTools()
const document = await readDocument()
const folder = mkdtempSync(join(tmpdir(), 'pagebell-sdk-'))
const source = join(folder, 'openapi.json')
const target = join(folder, 'api-types.ts')
writeFileSync(source, JSON.stringify(document))
const written = run('types of the SDK', ...tool('openapi-typescript', source, '-o', target))
if (written) {
  writeFileSync(sdkFiles.types, firstLine(document) + readFileSync(target, 'utf8'))
  writeFileSync(sdkFiles.idempotent, idempotentRoutes(document))
}
rmSync(folder, { recursive: true })
process.exitCode = written ? 0 : 1
