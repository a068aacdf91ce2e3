import languages from 'language-subtag-registry/data/json/language.json' with { type: 'json' }
import regions from 'language-subtag-registry/data/json/region.json' with { type: 'json' }
import scripts from 'language-subtag-registry/data/json/script.json' with { type: 'json' }

/**
 * Three-letter languages that the registry (2025-08-25) replaces by a two-letter Preferred-Value: "dz" for "adp", "gu" for
 * "prp". No other language with a two-letter code has a three-letter one in the registry.
 */
const replaced = new Set(['adp', 'prp'])

/**
 * Whether a tag is well-formed (BCP 47) and its language, script and region are in the IANA Language Subtag Registry
 * (RFC 5646, section 3.1), which the package language-subtag-registry contains as data.
 */
export function isLanguageTag(tag: string): boolean {
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tag) || tag.length > 35) return false
  const [language = '', ...subtags] = tag.toLowerCase().split('-')
  if (!Object.hasOwn(languages, language) || replaced.has(language) || !isWellFormed(tag)) return false
  const end = subtags.findIndex((subtag) => subtag.length === 1)
  const beforeExtensions = end === -1 ? subtags : subtags.slice(0, end)
  const region = beforeExtensions.find((subtag) => /^([a-z]{2}|\d{3})$/.test(subtag))
  const script = beforeExtensions.find((subtag) => /^[a-z]{4}$/.test(subtag))
  return (
    (region === undefined || (region !== 'zz' && Object.hasOwn(regions, region))) &&
    (script === undefined || Object.hasOwn(scripts, script))
  )
}

function isWellFormed(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The primary language subtag in lower case, by which tags are compared. */
export function primaryLanguage(tag: string): string {
  return tag.trim().split('-', 1)[0]?.toLowerCase() ?? ''
}
