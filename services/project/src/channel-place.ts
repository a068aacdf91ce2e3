/** For which settings are sealed: in another row they cannot be opened. */
export function channelPlace(accountId: string, projectId: string, channel: string): string {
  return `${accountId} ${projectId} ${channel}`
}
