/** The key that the owner of a site has set, and the address of its file. */
type OwnerKey = { key?: string | undefined; key_location?: string | undefined }

/** Whether it is the project's host or its `www.`, for which the project's own key is valid. */
export const isOwnHost = (host: string, project: string): boolean => host === project || host === `www.${project}`

/**
 * What of the owner's key is valid for a host (without a port): the key for the project's own host and for the host of
 * its key_location, and key_location for its host alone. Other hosts have separate keys (ADR 9).
 */
export function ownerKeyFor(host: string, project: string, { key, key_location }: OwnerKey): OwnerKey {
  const isLocated = key_location !== undefined && URL.parse(key_location)?.hostname === host
  return {
    ...(key !== undefined && (isLocated || isOwnHost(host, project)) && { key }),
    ...(isLocated && { key_location }),
  }
}
