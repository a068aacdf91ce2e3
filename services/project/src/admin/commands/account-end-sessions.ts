import { accountJson } from '../account-output.ts'
import { type Command, requiredOption } from '../command.ts'

export const accountEndSessions: Command = {
  name: 'account end-sessions',
  summary: 'Signs an account out of the panel everywhere, within seconds; its password stays.',
  options: { email: { placeholder: 'E', description: 'its e-mail address', required: true } },
  async run(given, { signIns }) {
    const account = await signIns.endSessions({ email: requiredOption(given, 'email') })
    return { json: accountJson(account), lines: [`${account.email} is signed out everywhere.`] }
  },
}
