const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Not registered, though Intl has names for them: not of one country, retired, or made for tests. */
const noRegions = new Set('uk eu un ez qo zz xa xb an bu cs dd fx nt su tp yd yu zr ac cp dg ea ic ta'.split(' '))

/** Nearly every tag on the web is made of these alone, and Intl takes long to ask. */
const commonLanguages = pairsOf((code) => languages.of(code) !== undefined)
const commonRegions = pairsOf((code) => isRegion(code.toUpperCase(), code))
const common = /^([a-z]{2})(?:-[a-z]{4})?(?:-([a-z]{2}))?$/

/** A well-formed BCP 47 tag whose language, and region if it names one, are really registered. */
export function isLanguageTag(tag: string): boolean {
  const [, simple, country] = common.exec(tag.toLowerCase()) ?? []
  if (simple !== undefined && commonLanguages.has(simple)) return country === undefined || commonRegions.has(country)
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tag) || tag.length > 35) return false
  try {
    const { language, region } = new Intl.Locale(tag)
    if (!isLanguage(language)) return false
    if (region === undefined) return true
    const written = tag.split('-').find((part, index) => index > 0 && /^([A-Za-z]{2}|\d{3})$/.test(part)) ?? region
    return /^\d/.test(written) || isRegion(region, written)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function isRegion(region: string, written: string): boolean {
  return regions.of(region) !== undefined && !noRegions.has(written.toLowerCase())
}

function pairsOf(isKnown: (code: string) => boolean): Set<string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return new Set(letters.flatMap((one) => letters.map((other) => one + other)).filter(isKnown))
}

/** Intl names the languages of many people; of the others it knows in which script they are written. */
function isLanguage(language: string): boolean {
  return languages.of(language) !== undefined || new Intl.Locale(language).maximize().script !== undefined
}

/** The language without script and region, to compare two tags by. */
export function primaryLanguage(tag: string): string {
  return tag.trim().split('-', 1)[0]?.toLowerCase() ?? ''
}
