import languages from 'language-subtag-registry/data/json/language.json' with { type: 'json' }
import regions from 'language-subtag-registry/data/json/region.json' with { type: 'json' }
import scripts from 'language-subtag-registry/data/json/script.json' with { type: 'json' }

/**
 * Languages of three letters whose Preferred-Value in the registry has two (registry of 2025-08-25): "dz" for "adp", "gu"
 * for "prp". For every other language with a two-letter code the registry has no three-letter one.
 */
const replaced = new Set(['adp', 'prp'])

/**
 * A well-formed BCP 47 tag whose language, and script and region if it names them, stand in the IANA Language Subtag
 * Registry (RFC 5646, section 3.1), which the package language-subtag-registry holds as data.
 */
export function isLanguageTag(tag: string): boolean {
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tag) || tag.length > 35) return false
  const [language = '', ...subtags] = tag.toLowerCase().split('-')
  if (!Object.hasOwn(languages, language) || replaced.has(language) || !isWellFormed(tag)) return false
  const end = subtags.findIndex((subtag) => subtag.length === 1)
  const own = end === -1 ? subtags : subtags.slice(0, end)
  const region = own.find((subtag) => /^([a-z]{2}|\d{3})$/.test(subtag))
  const script = own.find((subtag) => /^[a-z]{4}$/.test(subtag))
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

/** The language without script and region, to compare two tags by. */
export function primaryLanguage(tag: string): string {
  return tag.trim().split('-', 1)[0]?.toLowerCase() ?? ''
}
