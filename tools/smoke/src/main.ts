// npm run smoke -- --url https://pagebell.example --key pbk_… --page https://site.example/
import { parseArgs } from 'node:util'
import { apiOf } from './call-api.ts'
import { ratePage } from './rate-page.ts'
import { SmokeProblem } from './smoke-problem.ts'
import { submitUrl } from './submit-url.ts'

const usage = `Rates a page and submits it through a webhook against a running system, and says what it saw.

  npm run smoke -- --url URL --page URL [--key KEY] [--hook URL]

  --url   where the gateway is reached
  --page  a page of the site to rate and to submit; its project is made if there is none
  --key   an API key with every scope; SMOKE_KEY in the environment keeps it out of the process list
  --hook  the project's webhook address, if it has one; otherwise one is made and revoked
`

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    page: { type: 'string' },
    key: { type: 'string', default: process.env['SMOKE_KEY'] ?? '' },
    hook: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const { url, page, key, hook, help } = values

if (help || url === undefined || page === undefined || key === '' || !URL.canParse(url) || !URL.canParse(page)) {
  ;(help ? process.stdout : process.stderr).write(usage)
  process.exitCode = help ? 0 : 2
} else {
  try {
    const api = apiOf(new URL(url), key)
    const account = await api<{ data: { plan: unknown } }>('GET', '/api/v1/account')
    console.log(`account: the key is good, plan ${JSON.stringify(account.data.plan)}`)
    const { seen, project } = await ratePage(api, page)
    console.log(seen)
    for (const line of await submitUrl(api, { project, page, hook })) console.log(line)
    console.log('smoke: passed')
  } catch (error) {
    if (!(error instanceof SmokeProblem)) throw error
    console.error(`${error.message}\nsmoke: failed`)
    process.exitCode = 1
  }
}
