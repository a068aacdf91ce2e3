import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { HttpServer } from '@pagebell/http/http-server'

type Asset = { type: string; plain: Buffer; br: Buffer; gzip: Buffer }

export type Assets = {
  /** The path of a file, which changes with its content. */
  path: (name: string) => string
  /** The content of a file, for a page that has it inside. */
  text: (name: string) => string
  serve: (app: HttpServer) => Promise<void>
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const folder = join(import.meta.dirname, '../assets')

/** The files of assets/, its style sheets as one, and htmx: in memory, compressed once, cached by browsers forever. */
export async function loadAssets(): Promise<Assets> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  const htmx = createRequire(import.meta.url).resolve('htmx.org/dist/htmx.min.js')
  const contents: [name: string, content: Buffer][] = [
    ...(await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name))] as [string, Buffer]))),
    ['panel.css', await readStyles(join(folder, 'styles'))],
    ['htmx.js', await readFile(htmx)],
  ]
  const byPath = new Map<string, Asset>()
  const paths = new Map<string, string>()
  for (const [name, plain] of contents) {
    const type = types[extname(name)]
    if (type === undefined) throw new Error(`assets/${name} has an unknown type.`)
    const version = createHash('sha256').update(plain).digest('base64url').slice(0, 10)
    paths.set(name, `/assets/${version}/${name}`)
    byPath.set(`${version}/${name}`, {
      type,
      plain,
      br: await promisify(brotliCompress)(plain),
      gzip: await promisify(gzip)(plain),
    })
  }

  return {
    path(name) {
      const path = paths.get(name)
      if (path === undefined) throw new Error(`There is no assets/${name}.`)
      return path
    },
    text(name) {
      const content = contents.find(([known]) => known === name)?.[1]
      if (content === undefined) throw new Error(`There is no assets/${name}.`)
      return content.toString()
    },
    serve: async (app) => {
      app.get<{ Params: { version: string; name: string } }>('/assets/:version/:name', async (request, reply) => {
        const asset = byPath.get(`${request.params.version}/${request.params.name}`)
        if (asset === undefined) return reply.callNotFound()
        const accepted = String(request.headers['accept-encoding'] ?? '')
        const coding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted))
        void reply.headers({
          'content-type': asset.type,
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept-encoding',
          ...(coding === undefined ? {} : { 'content-encoding': coding }),
        })
        return reply.send(coding === undefined ? asset.plain : asset[coding])
      })
    },
  }
}

/** The style sheets of a folder in the order of their names: a rule overrides those of the files before its own. */
async function readStyles(styles: string): Promise<Buffer> {
  const names = (await readdir(styles)).filter((name) => name.endsWith('.css')).sort()
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(styles, name)))))
}
