import { existsSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { loadSources } from './load-sources.ts'
import { readRequest } from './read-request.ts'
import { findRuleFault } from './rules/validate-rules.ts'
import { sampleBody } from './source.ts'
import { sourceHeaders } from './source-request.ts'

const sources = [...(await loadSources()).values()]

/** The contract: the kinds that the API and the command promise. */
const promised = [
  'bitbucket',
  'bookstack',
  'contentful',
  'custom',
  'directus',
  'discourse',
  'form',
  'ghost',
  'gitea',
  'github',
  'gitlab',
  'netlify',
  'sanity',
  'shopify',
  'standard-webhooks',
  'storyblok',
  'strapi',
  'text',
  'urls',
  'vercel',
  'webflow',
  'woocommerce',
  'wordpress',
]

describe('the kinds of sources', () => {
  it('are those of the contract', () => {
    expect(sources.map(({ kind }) => kind)).toEqual(promised)
  })

  it.each(promised)('%s has its test beside it', (kind) => {
    expect(existsSync(new URL(`./kinds/${kind}.source.test.ts`, import.meta.url))).toBe(true)
  })

  it.each(sources)(
    '$kind explains what it sends, how to set it up and what is signed',
    ({ sends, setUp, signed, results }) => {
      expect(setUp.length).toBeGreaterThan(0)
      expect([sends, signed, ...setUp].filter((text) => !text.endsWith('.'))).toEqual([])
      expect(results.length).toBeGreaterThan(0)
    },
  )

  it.each(sources)('$kind has valid rules', ({ rules }) => {
    expect(findRuleFault(rules)).toBeUndefined()
  })

  it.each(sources)('$kind has a sample that names pages of the project, or is a scan', (source) => {
    const forProject = (text: string) => text.replaceAll('{project}', 'shop.example')
    const headers = Object.entries(source.sample.headers ?? {})
    const request = {
      headers: sourceHeaders(headers.map(([name, value]) => [name, forProject(value)] as const)),
      body: Buffer.from(forProject(sampleBody(source))),
    }
    const context = { project: 'shop.example', rules: source.rules, urlOfId: () => undefined }
    const { verdict, urls } = readRequest(source, request, context)
    expect(['urls', 'scan']).toContain(verdict)
    expect(urls.length > 0).toBe(verdict === 'urls')
    for (const { url } of urls) expect(url).toMatch(/^https:\/\/shop\.example\/\w/)
  })

  it('have different titles', () => {
    expect(new Set(sources.map(({ title }) => title)).size).toBe(sources.length)
  })
})
