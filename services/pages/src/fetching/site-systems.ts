/** `source` is the kind of source that understands what it sends, if there is one. */
export type System = { name: string; source: string | null }

/** Headers in lower case; what generator tags say; what the page loads and links to from its head. */
export type SystemEvidence = {
  headers: readonly (readonly [name: string, value: string])[]
  generators: readonly string[]
  addresses: readonly string[]
}

type KnownSystem = {
  name: string
  source?: string
  /** Of the text of a generator tag or header. */
  generator?: RegExp
  /** Of what the page loads. */
  address?: RegExp
  /** Names of response headers that only this system sends. */
  headers?: readonly string[]
}

/** A plug-in comes before the system that it is part of. Expressions have no repetition inside another one. */
const known: readonly KnownSystem[] = [
  {
    name: 'WooCommerce',
    source: 'woocommerce',
    generator: /^woocommerce/i,
    address: /\/wp-content\/plugins\/woocommerce\//,
  },
  {
    name: 'WordPress',
    source: 'wordpress',
    generator: /^wordpress/i,
    address: /\/wp-(?:content|includes)\/|^https:\/\/api\.w\.org\/$/,
  },
  { name: 'Shopify', source: 'shopify', address: /\/\/cdn\.shopify\.com\//, headers: ['x-shopid', 'x-shopify-stage'] },
  { name: 'Ghost', source: 'ghost', generator: /^ghost/i },
  { name: 'Webflow', source: 'webflow', generator: /^webflow/i, address: /\/\/[\w.-]*website-files\.com\// },
  { name: 'Discourse', source: 'discourse', generator: /^discourse/i },
  {
    name: 'Wix',
    generator: /^wix\.com/i,
    address: /\/\/static\.(?:wixstatic|parastorage)\.com\//,
    headers: ['x-wix-request-id'],
  },
  { name: 'Squarespace', generator: /^squarespace/i, address: /\/\/(?:static1|assets)\.squarespace\.com\// },
  { name: 'Drupal', generator: /^drupal/i, address: /\/sites\/default\/files\//, headers: ['x-drupal-cache'] },
  { name: 'Joomla', generator: /^joomla/i, address: /\/media\/(?:system|vendor\/joomla[\w-]*)\/js\// },
  { name: 'TYPO3', generator: /^typo3/i, address: /\/typo3(?:conf|temp)\// },
  { name: 'PrestaShop', generator: /^prestashop/i },
  { name: 'Hugo', generator: /^hugo/i },
  { name: 'Jekyll', generator: /^jekyll/i },
  { name: 'Hexo', generator: /^hexo/i },
  { name: 'Eleventy', generator: /^eleventy/i },
  { name: 'Astro', generator: /^astro/i },
  { name: 'Docusaurus', generator: /^docusaurus/i },
  { name: 'MkDocs', generator: /^mkdocs/i },
  { name: 'Gatsby', generator: /^gatsby/i },
  { name: 'Next.js', generator: /^next\.js/i, address: /\/_next\/static\// },
  { name: 'Nuxt', generator: /^nuxt/i, address: /\/_nuxt\// },
]

/** The system that serves a page, by its marks; null if it shows none that is known. */
export function findSystem({ headers, generators, addresses }: SystemEvidence): System | null {
  const named = [...generators, ...headers.flatMap(([name, value]) => (name === 'x-generator' ? [value] : []))]
  const names = new Set(headers.map(([name]) => name))
  const found = known.find(
    ({ generator, address, headers: own = [] }) =>
      named.some((text) => generator?.test(text)) ||
      own.some((name) => names.has(name)) ||
      addresses.some((one) => address?.test(one)),
  )
  return found === undefined ? null : { name: found.name, source: found.source ?? null }
}
