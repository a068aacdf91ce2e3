import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { workspace } from '@pagebell/start/service-list'

it.each(['README.md', 'docs/production.md', 'services/gateway/src/docs/guide.ts'])(
  '%s posts to the webhook address that the API returns, which ends with /submit',
  (file) => {
    const text = readFileSync(join(workspace, file), 'utf8')
    expect(text).toMatch(/"\$HOOK"/)
    expect(text).not.toMatch(/\$\{?HOOK\}?\/submit|hooks\/pbh_…(?!\/submit)/)
  },
)
