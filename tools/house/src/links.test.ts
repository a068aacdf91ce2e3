import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from '@jest/globals'
import { root } from './run.ts'

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
})
const pages = listed
  .toString()
  .split('\0')
  .filter((page) => page !== '' && existsSync(join(root, page)))

/** The links of a page to files of the project, outside code. */
function linksOf(page: string): { file: string; anchor: string | undefined }[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')
  return [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', anchor]) => ({
    file: path === '' ? page : normalize(join(dirname(page), path)),
    anchor,
  }))
}

/** The anchors of a page's headings, as GitHub generates them. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(join(root, page), 'utf8').matchAll(/^#{1,6} (.+)$/gm)
  return [...headings].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it.each(pages)('%s has no broken link', (page) => {
  const broken = linksOf(page).filter(
    ({ file, anchor }) =>
      !existsSync(join(root, file)) ||
      (anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor)),
  )
  expect(broken).toEqual([])
})
