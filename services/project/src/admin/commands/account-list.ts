import type { Account__Output as Account } from '@pagebell/protos/project/v1/Account'
import { accountJson, accountLine } from '../account-output.ts'
import type { Command } from '../command.ts'

export const accountList: Command = {
  name: 'account list',
  summary: 'Lists every account, the oldest first.',
  options: {},
  async run(_given, { accounts }) {
    const all: Account[] = []
    let after: string | undefined
    do {
      const page = await accounts.listAccounts({ after })
      all.push(...page.accounts)
      after = page.next_after
    } while (after !== undefined)
    return { json: { accounts: all.map(accountJson) }, lines: all.map(accountLine) }
  },
}
