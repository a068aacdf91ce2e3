import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './harness/run-program.ts'
import type { Sender } from './harness/sender.ts'

const hook = fileURLToPath(new URL('./git/post-receive.ts', import.meta.url))

/** A bare repository with a post-receive hook, which posts GitHub's format: no forge is needed. */
export const sender: Sender = {
  name: 'git-with-github-format',
  kind: 'github',
  rules: [{ glob: 'content/**/*.md', url: '/{path|strip:content/|strip_ext|index}/' }],

  async start({ host, address, secret, folder }) {
    const [bare, copy] = [join(folder, 'site.git'), join(folder, 'site')]
    const author = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@git.example' }
    const committer = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@git.example' }
    const quiet = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
    const env = { ...process.env, ...author, ...committer, ...quiet, HOOK_ADDRESS: address, HOOK_SECRET: secret }
    const git = (...args: string[]) => runProgram('git', args, { cwd: copy, env })
    await mkdir(copy)
    await git('init', '--quiet', '--bare', '--initial-branch', 'main', bare)
    await writeFile(join(bare, 'hooks/post-receive'), `#!/bin/sh\nexec "${process.execPath}" "${hook}"\n`)
    await chmod(join(bare, 'hooks/post-receive'), 0o755)
    await git('clone', '--quiet', bare, '.')
    await git('symbolic-ref', 'HEAD', 'refs/heads/main')

    const write = async (path: string, text: string) => {
      await mkdir(dirname(join(copy, path)), { recursive: true })
      await writeFile(join(copy, path), text)
    }
    const move = async (from: string, to: string) => {
      await mkdir(dirname(join(copy, to)), { recursive: true })
      await rename(join(copy, from), join(copy, to))
    }
    const push = async (message: string, ref = 'main') => {
      await git('add', '--all')
      await git('commit', '--quiet', '--message', message)
      await git('push', '--quiet', 'origin', ref)
    }
    const page = (path: string, action: 'update' | 'delete' = 'update') => ({ url: `https://${host}${path}`, action })

    return {
      version: (await git('--version')).replace('git version ', '').trim(),
      steps: [
        {
          name: 'publish: two pages and a file that is none',
          async act() {
            await write('content/index.md', 'Home')
            await write('content/blog/hello.md', 'Hello')
            await write('README.md', 'About the repository')
            await push('publish')
          },
          submitted: [page('/'), page('/blog/hello/')],
        },
        {
          name: 'a draft on another branch',
          async act() {
            await git('switch', '--quiet', '--create', 'draft')
            await write('content/blog/draft.md', 'Not yet')
            await push('draft', 'draft')
            await git('switch', '--quiet', 'main')
          },
          submitted: [],
        },
        {
          name: 'edit',
          async act() {
            await write('content/blog/hello.md', 'Hello again')
            await push('edit')
          },
          submitted: [page('/blog/hello/')],
        },
        {
          name: 'rename',
          async act() {
            await move('content/blog/hello.md', 'content/blog/welcome.md')
            await push('rename')
          },
          submitted: [page('/blog/hello/', 'delete'), page('/blog/welcome/')],
        },
        {
          name: 'unpublish: the page moves to the drafts',
          async act() {
            await move('content/blog/welcome.md', 'drafts/welcome.md')
            await push('unpublish')
          },
          submitted: [page('/blog/welcome/', 'delete')],
        },
        {
          name: 'publish the draft again, merged from its branch',
          async act() {
            await git('merge', '--quiet', '--no-edit', 'draft')
            await git('push', '--quiet', 'origin', 'main')
          },
          submitted: [page('/blog/draft/')],
        },
        {
          name: 'delete',
          async act() {
            await rm(join(copy, 'content/blog/draft.md'))
            await push('delete')
          },
          submitted: [page('/blog/draft/', 'delete')],
        },
        {
          name: 'a tag',
          async act() {
            await git('tag', 'v1')
            await git('push', '--quiet', 'origin', 'v1')
          },
          submitted: [],
        },
      ],
      [Symbol.asyncDispose]: async () => undefined,
    }
  },
}
