import { generateKeyPairSync } from 'node:crypto'

/** A service account's key file, with the fields that Google's console writes into it. */
export type GoogleAccount = {
  type: 'service_account'
  project_id: string
  private_key_id: string
  private_key: string
  client_email: string
  client_id: string
  token_uri: string
}

export type GoogleAccounts = ReturnType<typeof keepGoogleAccounts>

/** The accounts of this engine, one per Cloud project, created on first use. */
export function keepGoogleAccounts() {
  const byEmail = new Map<string, { account: GoogleAccount; publicKey: string }>()

  return {
    /** The key file of a Cloud project's account. */
    of(project: string, tokenUri: string): GoogleAccount {
      const client_email = `pagebell@${project}.iam.gserviceaccount.com`
      const known = byEmail.get(client_email)
      if (known !== undefined) return { ...known.account, token_uri: tokenUri }
      const { privateKey, publicKey } = generateKeyPairSync('rsa', {
        modulusLength: 2_048,
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      })
      const account = {
        type: 'service_account' as const,
        project_id: project,
        private_key_id: `${byEmail.size + 1}`.padStart(40, '0'),
        private_key: privateKey,
        client_email,
        client_id: `${byEmail.size + 1}`.padStart(21, '1'),
        token_uri: tokenUri,
      }
      byEmail.set(client_email, { account, publicKey })
      return account
    },
    publicKeyOf: (clientEmail: string) => byEmail.get(clientEmail)?.publicKey,
    projectOf: (clientEmail: string) => byEmail.get(clientEmail)?.account.project_id ?? clientEmail,
  }
}
