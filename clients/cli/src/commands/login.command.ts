import { parseArgs } from 'node:util'
import { createClient } from '@pagebell/sdk'
import { exitCode, UsageError } from '../exit.ts'
import { type ClientSettings, readSettings, readStored, storeSettings } from '../settings.ts'
import type { Command } from './command.ts'

const help = `pagebell login --url URL

Reads a key of the API (pbk_…) or the token of a webhook (pbh_…) from standard input, tries a key, and stores it with
the address in ~/.config/pagebell/config.json, which only you can read. Variables of the environment come before it:
PAGEBELL_URL, PAGEBELL_API_KEY, PAGEBELL_WEBHOOK_TOKEN. A key and a token of another address are removed from the file.

  --url URL   address of the installation, such as https://pagebell.example.org`

const options = { url: { type: 'string' } } as const

export const login: Command = {
  summary: 'store the address and a key or token',
  help,
  async run({ args, env, terminal, readInput }) {
    const { values } = parseArgs({ args, options })
    const url = values.url ?? (await readSettings(env)).url
    if (url === undefined || !URL.canParse(url)) throw new UsageError('--url is the address of your Pagebell.')
    terminal.note('Paste a key (pbk_…) or a webhook token (pbh_…), then Enter and Ctrl+D:')
    const secret = (await readInput()).trim()
    const stored = await readStored(env)
    const settings: ClientSettings = isSameAddress(stored.url, url) ? { ...stored, url } : { url }
    if (/^pbh_\w+$/.test(secret)) settings.webhook_token = secret
    else if (/^pbk_\w+$/.test(secret)) {
      const { data } = await createClient({ url, apiKey: secret }).get('/api/v1/account')
      terminal.note(`The key is one of ${data.email}.`)
      settings.api_key = secret
    } else throw new UsageError('Standard input has neither a key (pbk_…) nor a webhook token (pbh_…).')
    terminal.out(`Stored in ${await storeSettings(env, settings)}`)
    return exitCode.done
  },
}

/** An installation may be served below a path, so that those of one origin may differ. */
const isSameAddress = (stored: string | undefined, url: string): boolean =>
  stored !== undefined && URL.canParse(stored) && withoutSlash(stored) === withoutSlash(url)

const withoutSlash = (url: string): string => new URL(url).href.replace(/\/+$/, '')
