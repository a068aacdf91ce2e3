import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { workspace } from '@pagebell/start/service-list'

const sources = globSync(['libs/*/src/**/*.ts', 'services/*/src/**/*.ts'], { cwd: workspace })
  .filter((file) => !file.endsWith('.test.ts'))
  .sort()

/** Where a presented secret is compared with the stored one in memory, not by an index. */
const comparing = [
  'libs/passwords/src/argon2id.ts',
  'libs/rpc/src/credentials.ts',
  // The lines for receivers of events, on the page of the API's documentation.
  'services/gateway/src/docs/verify-snippets.ts',
  'services/intake/src/sources/signatures/verifier.ts',
  'services/notifier/src/event-endpoints/email/email-links.ts',
  'services/pages/src/subscriptions/signature.ts',
  'services/panel/src/forms/form-token.ts',
  'services/report/src/reports/privacy.ts',
]

it('secrets are compared in constant time, and nowhere else than is known', () => {
  const found = sources.filter((file) =>
    / timingSafeEqual\(|\(timingSafeEqual\(/.test(readFileSync(join(workspace, file), 'utf8')),
  )
  expect(found).toEqual(comparing)
  for (const file of comparing) {
    const text = readFileSync(join(workspace, file), 'utf8')
    expect([file, /\b(secret|token|hash|digest|known|unlock|tag|expected)\b\.equals\(/i.test(text)]).toEqual([
      file,
      false,
    ])
  }
})
