import { type Command, requiredOption } from '../command.ts'

export const accountResetLink: Command = {
  name: 'account reset-link',
  summary: 'Makes a link under which an account’s owner sets a new password, within 24 hours.',
  options: { email: { placeholder: 'E', description: 'its e-mail address', required: true } },
  async run(given, { signIns, publicUrl }) {
    const { reset_token, expires_at } = await signIns.createResetToken({ email: requiredOption(given, 'email') })
    // Behind a #, which browsers keep to themselves: no log and no Referer ever has the token.
    const reset_link = `${publicUrl}/setup#${reset_token}`
    return { json: { reset_link, reset_token, expires_at }, lines: [`${reset_link}  (until ${expires_at})`] }
  },
}
