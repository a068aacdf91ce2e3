import { attribute, lowerCase, tokens } from '@pagebell/html/attributes'
import type { HtmlDocument, HtmlElement } from '@pagebell/html/parse-html'
import { hrefResolver, plainHrefResolver } from '@pagebell/html/resolve-href'
import { type Leave, walkElements } from '@pagebell/html/walk-elements'
import { type Block, blockPath, blockTags, type OpenBlock } from './blocks.ts'
import type { PlacedAddress } from './changing-blocks.ts'
import { collectBlocks } from './collect-blocks.ts'
import { exclusionReason, isContent } from './exclusions.ts'
import { type FoundMain, findMain, walkDepth } from './find-main.ts'
import type { HeadLink } from './head-parts.ts'
import { imageSource, linkTarget } from './normalise-address.ts'
import { normaliseText } from './normalise-text.ts'
import type { PageRules } from './page-rules.ts'
import { selectorWalk } from './selectors.ts'
import { canonicalJson } from './structured-data.ts'

export type PageContent = {
  main: FoundMain
  title: string
  metas: { name: string; content: string }[]
  headLinks: (HeadLink & { inHead: boolean })[]
  h1: string[]
  /** Of main, in pieces that follow each other directly. */
  text: string[]
  blocks: Block[]
  links: PlacedAddress[]
  images: PlacedAddress[]
  structured: string[]
}
export type ReadContentOptions = {
  rules: PageRules
  /** Paths of blocks that do not count, as `Block.path`, where they may be left out (`leftOutPaths`). */
  ignoreBlocks: readonly string[]
  /** Called for each element whose content does not count, outermost only, and for each ignored block. */
  onExcluded?: (element: HtmlElement, reason: string) => void
}

/** Addresses that are normalised; further ones count as written. */
const maxAddresses = 10_000
const maxJsonScripts = 1_000
/** Of HTML: in SVG, a title belongs to a drawing. */
const htmlNamespace: string = 'http://www.w3.org/1999/xhtml'

/** Reads what counts of a page, in one walk without recursion: time and memory are linear in its size. */
export function readContent(document: HtmlDocument, pageUrl: URL, options: ReadContentOptions): PageContent {
  const { rules, onExcluded } = options
  const main = findMain(document, rules.main)
  const base = { url: pageUrl, base: main.base }
  const resolve = hrefResolver(base)
  const resolvePlain = plainHrefResolver(base)
  const collected = collectBlocks(rules.ignoreText)
  const selectors = selectorWalk(rules.ignore)
  const page: Omit<PageContent, 'text' | 'blocks'> = {
    main,
    title: '',
    metas: [],
    headLinks: [],
    h1: [],
    links: [],
    images: [],
    structured: [],
  }
  let titlePieces: string[] | null = null
  let hasTitle = false
  let headingPieces: string[] | null = null
  let block: OpenBlock | null = null
  let openContents = 0
  let exclusions = 0

  function endBlock(): void {
    const reason = block === null ? null : collected.end(block)
    if (block !== null && reason !== null) onExcluded?.(block.element, reason)
  }

  function addAddress(list: PlacedAddress[], href: string, normalise: (url: URL) => string | null): void {
    const url = list.length < maxAddresses ? resolve(href) : null
    const address = url === null ? href : normalise(url)
    if (address !== null && block !== null) list.push({ address, block })
  }

  function addLink(href: string): void {
    const address = page.links.length < maxAddresses ? resolvePlain(href) : null
    if (address === null || block === null) addAddress(page.links, href, linkTarget)
    else page.links.push({ address, block })
  }

  /** What counts wherever it stands, because it is not shown: title, meta, link and JSON-LD. */
  function readHead(element: HtmlElement): Leave {
    switch (element.tagName) {
      case 'meta':
        page.metas.push({ name: lowerCase(attribute(element, 'name')), content: attribute(element, 'content') ?? '' })
        return undefined
      case 'link':
        if (page.headLinks.length === maxAddresses) return undefined
        page.headLinks.push({
          rel: tokens(attribute(element, 'rel')),
          href: attribute(element, 'href'),
          hreflang: attribute(element, 'hreflang'),
          inHead: element.parentNode?.nodeName === 'head',
        })
        return undefined
      case 'script':
        if (isJsonLd(element) && page.structured.length < maxJsonScripts)
          page.structured.push(canonicalJson(textIn(element)))
        return undefined
      case 'title': {
        if (hasTitle || element.namespaceURI !== htmlNamespace) return undefined
        hasTitle = true
        titlePieces = []
        return () => {
          page.title = normaliseText(titlePieces?.join('') ?? '')
          titlePieces = null
        }
      }
      default:
        return undefined
    }
  }

  function readLinkOrImage(element: HtmlElement): void {
    if (block === null) return
    const { tagName } = element
    if (tagName === 'a' || tagName === 'area') {
      const href = (attribute(element, 'href') ?? '').trim()
      // A fragment alone leads to a place in this page.
      if (href !== '' && !href.startsWith('#')) addLink(href)
    } else if (tagName === 'img') {
      const source = (attribute(element, 'src') ?? firstCandidate(attribute(element, 'srcset') ?? '')).trim()
      if (source !== '') addAddress(page.images, source, imageSource)
    }
  }

  /** What counts of an element that is shown. */
  function readText(element: HtmlElement, isMain: boolean): Leave {
    const isBlock = blockTags.has(element.tagName)
    if (isBlock) headingPieces?.push(' ')
    const leaveHeading = element.tagName === 'h1' && headingPieces === null ? startHeading() : undefined
    const leaveBlock = isMain || (block !== null && isBlock) ? startBlock(element) : undefined
    readLinkOrImage(element)
    return leaveHeading === undefined ? leaveBlock : inTurn(leaveBlock, leaveHeading)
  }

  function startHeading(): () => void {
    headingPieces = []
    return () => {
      page.h1.push(normaliseText(headingPieces?.join('') ?? ''))
      headingPieces = null
    }
  }

  function startBlock(element: HtmlElement): () => void {
    endBlock()
    const parent = block
    block = { parent, element, path: null }
    return () => {
      endBlock()
      block = parent
    }
  }

  function enter(element: HtmlElement): Leave {
    const isMain = element === main.element
    const ignoring = selectors.enter(element)
    const exclusionsOutside = exclusions
    // A rule may choose an element that would not count otherwise.
    if (isMain) exclusions = 0
    const reason =
      ignoring === null ? (isMain ? null : exclusionReason(element, openContents > 0)) : `rule ${ignoring.text}`
    const content = Number(isContent(element) || (isMain && main.rule === 'page rule'))
    if (reason !== null) {
      if (exclusions === 0 && element.tagName !== 'head') onExcluded?.(element, reason)
      exclusions += 1
    }
    const leaveHead = readHead(element)
    const leaveText = exclusions === 0 ? readText(element, isMain) : undefined
    openContents += content
    if (!isMain && reason === null && content === 0 && leaveHead === undefined && leaveText === undefined)
      return selectors.leave
    return leave(leaveText, leaveHead, content, exclusionsOutside)
  }

  // Apart from `enter`, so that no scope is made for the elements that need none: most of them.
  function leave(leaveText: Leave, leaveHead: Leave, content: number, exclusionsOutside: number): () => void {
    return () => {
      leaveText?.()
      leaveHead?.()
      openContents -= content
      exclusions = exclusionsOutside
      selectors.leave?.()
    }
  }

  function text(value: string, beyond = 0): void {
    titlePieces?.push(value)
    if (exclusions > 0) return
    headingPieces?.push(value)
    if (block === null) return
    collected.add(value)
    // Text beyond a ceiling is not kept: at least its length counts.
    if (beyond > 0) collected.add(` +${beyond}`)
  }

  walkElements(document, walkDepth, { enter, text })
  const { leftOut, excluded, ...counted } = collected.result(new Set(options.ignoreBlocks))
  for (const { element, path } of excluded) onExcluded?.(element, `ignored block ${path}`)
  if (leftOut.size === 0) return { ...page, ...counted }
  const isCounted = (placed: PlacedAddress): boolean => !leftOut.has(blockPath(placed.block))
  return { ...page, ...counted, links: page.links.filter(isCounted), images: page.images.filter(isCounted) }
}

function inTurn(first: Leave, second: Leave): () => void {
  return () => {
    first?.()
    second?.()
  }
}

function isJsonLd(element: HtmlElement): boolean {
  return lowerCase(attribute(element, 'type')).split(';', 1)[0]?.trim() === 'application/ld+json'
}

function textIn({ childNodes: [content] }: HtmlElement): string {
  return content !== undefined && 'value' in content ? content.value : ''
}

/** The first address of a srcset, for an image without src. */
function firstCandidate(srcset: string): string {
  return /[^\s,]\S*/.exec(srcset)?.[0] ?? ''
}
