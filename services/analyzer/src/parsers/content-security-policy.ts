type Meta = { httpEquiv: string; content: string; inHead: boolean }

/** Whether a Content-Security-Policy has a directive. Policies that were sent in several headers are separated by commas. */
export function hasDirective(policy: string, name: string): boolean {
  return policy.split(/[;,]/).some((directive) => directive.trim().split(/\s/, 1)[0]?.toLowerCase() === name)
}

/**
 * Whether the Content-Security-Policy, of the header or of a tag in the head, has browsers load files and send forms
 * over HTTPS where their addresses say http (Upgrade Insecure Requests, section 3). A policy that only reports does not.
 */
export function upgradesRequests(header: string | null, metas: readonly Meta[]): boolean {
  const tags = metas.filter(({ httpEquiv, inHead }) => inHead && httpEquiv === 'content-security-policy')
  return [header ?? '', ...tags.map(({ content }) => content)].some((policy) =>
    hasDirective(policy, 'upgrade-insecure-requests'),
  )
}
