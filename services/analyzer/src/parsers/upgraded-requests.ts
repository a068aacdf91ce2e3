type Meta = { httpEquiv: string; content: string; inHead: boolean }

const directive = /(?:^|[;,])\s*upgrade-insecure-requests(?![\w-])/i

/**
 * Whether the Content-Security-Policy, of the header or of a tag in the head, has browsers load files and send forms
 * over HTTPS where their addresses say http (Upgrade Insecure Requests, section 3). A policy that only reports does not.
 */
export function upgradesRequests(header: string | null, metas: readonly Meta[]): boolean {
  const tags = metas.filter(({ httpEquiv, inHead }) => inHead && httpEquiv === 'content-security-policy')
  return [header ?? '', ...tags.map(({ content }) => content)].some((policy) => directive.test(policy))
}
