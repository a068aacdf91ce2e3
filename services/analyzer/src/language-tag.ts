const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** A well-formed BCP 47 tag whose language, and region if it names one, are really registered. */
export function isLanguageTag(tag: string): boolean {
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tag) || tag.length > 35) return false
  try {
    const { language, region } = new Intl.Locale(tag)
    if (languages.of(language) === undefined) return false
    return region === undefined || /^\d{3}$/.test(region) || regions.of(region) !== undefined
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The language without script and region, to compare two tags by. */
export function primaryLanguage(tag: string): string {
  return tag.trim().split('-', 1)[0]?.toLowerCase() ?? ''
}
