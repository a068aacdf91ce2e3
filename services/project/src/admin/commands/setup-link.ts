import type { Command } from '../command.ts'

export const setupLink: Command = {
  name: 'setup-link',
  summary: 'Makes a link under which one account can be made, within 24 hours; others that are unused stay good.',
  options: { plan: { placeholder: 'P', description: 'free, pro or unlimited; unlimited if left out' } },
  async run(given, { signIns, publicUrl }) {
    const { setup_token, expires_at } = await signIns.createSetupToken({ plan: given['plan'] ?? 'unlimited' })
    // Behind a #, which browsers keep to themselves: no log and no Referer ever has the token.
    const setup_link = `${publicUrl}/setup#${setup_token}`
    return { json: { setup_link, setup_token, expires_at }, lines: [`${setup_link}  (until ${expires_at})`] }
  },
}
