import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { SourcePage } from '../source-text.ts'

/**
 * What differs between two builds although no page changed: the name of a style sheet, the footer, a re-encoded image.
 */
export type Build = { number: number; id: string; year: number }
/** Pages by the name of their address: "/name/". */
export type NamedPages = ReadonlyMap<string, SourcePage>
export type Generator = {
  /** Versions, of which the first builds the pairs; one only where the machine has one. */
  versions: readonly Version[]
  /** Writes the site into an empty folder and returns the command that builds it, and the folder with its pages. */
  write(site: string, pages: NamedPages, build: Build, version: Version): { command: string[]; output: string }
}
/** `packages` are npm packages to install beside the site; empty for a program of the system. */
export type Version = { name: string; packages: readonly string[] }

/** Writes files of a site; removes what the folder held before. */
export function writeSite(site: string, files: Record<string, string | Buffer>): void {
  rmSync(site, { recursive: true, force: true })
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(site, name)), { recursive: true })
    writeFileSync(join(site, name), content)
  }
}

/** A Markdown file with front matter; `fields` are YAML scalars. */
export function withFrontMatter({ title, description, body }: SourcePage, fields: Record<string, string> = {}): string {
  const all = {
    title: JSON.stringify(title),
    ...(description && { description: JSON.stringify(description) }),
    ...fields,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `---\n${lines.join('\n')}\n---\n\n${body}`
}

export function styleSheet({ number, id }: Build): string {
  return `main { max-width: ${600 + number}px }\n.build-${id} { color: #${id.slice(0, 6)} }\n`
}

export const footerOf = ({ year, id }: Build): string => `© ${year} Example. Build ${id}.`

/** A PNG of one pixel, whose bytes differ from build to build, as those of a re-encoded image do. */
export function coverImage({ number }: Build): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const pixel = deflateSync(Buffer.from([0, number % 256, 90, 120]))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixel), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}

/** A page as an own theme shows it; `{{…}}` is filled by the generator's template language. */
export function themePage(
  slots: { title: string; description: string; style: string; cover: string; nav: string; content: string },
  build: Build,
): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${slots.title}</title>
<meta name="description" content="${slots.description}"><meta name="build" content="${build.id}">
<link rel="stylesheet" href="${slots.style}"><script nonce="${build.id}">window.build = "${build.id}"</script></head>
<body class="build-${build.id}"><header><a href="/">Example</a></header><nav>${slots.nav}</nav>
<main><article><header><h1>${slots.title}</h1><p>Built <time datetime="${build.year}-01-01">${build.number} minutes ago</time></p></header>
<img src="${slots.cover}" alt="Cover of build ${build.id}">
${slots.content}
</article></main><aside>Build ${build.id}</aside><footer>${footerOf(build)}</footer></body></html>
`
}
