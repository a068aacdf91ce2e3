/** The URL without its password. */
export function hidePassword(url: string): string {
  return url.replace(/(?<=:\/\/[^/@]*:)[^/@]*(?=@)/g, '***')
}
