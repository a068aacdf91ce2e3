/** The URL as it may be shown in a terminal. */
export function hidePassword(url: string): string {
  return url.replace(/(?<=:\/\/[^/@]*:)[^/@]*(?=@)/g, '***')
}
