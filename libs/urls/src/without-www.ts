/**
 * A host, with or without its port, without a leading `www.`: sites are often reached with and without. `www.com` keeps
 * it, since otherwise a whole top-level domain would remain.
 */
export function withoutWww(host: string): string {
  const rest = host.startsWith('www.') ? host.slice(4) : host
  return rest.includes('.') ? rest : host
}
