import { execFileSync } from 'node:child_process'
import { expect, it } from '@jest/globals'
import { snippets } from './snippets.ts'

const hookUrl = 'https://pagebell.example/api/hooks/pbh_x/submit'
const textOf = (id: string, project: string): string =>
  snippets(hookUrl, project).find((snippet) => snippet.id === id)?.text ?? ''

/** The words that a shell gives to the first `curl` of a script, which is not run: a function stands in its place. */
function wordsOfCurl(script: string): string[] {
  const stand = 'curl() { printf "%s\\n" "$@"; exit 0; }'
  return execFileSync('sh', ['-c', `${stand}\n${script}`], { encoding: 'utf8', env: {} }).split('\n')
}

it.each(['example.com', "a'$(id).example.org", 'a;id.example.org', 'a`id`.example.org'])(
  'a shell takes the name %j in a snippet as text and nothing else',
  (project) => {
    const body = JSON.stringify({ urls: [`https://${project}/`, `https://${project}/changed-page`] })
    expect(wordsOfCurl(textOf('curl', project))).toEqual(expect.arrayContaining([hookUrl, body]))
    const [, run = ''] = textOf('github', project).split('run: |')
    expect(wordsOfCurl(run)).toContain(JSON.stringify({ urls: [`https://${project}/`] }))
    const [first = ''] = textOf('cron', project).replace('0 * * * * ', '').split(' | ')
    expect(wordsOfCurl(first)).toContain(`https://${project}/sitemap.xml`)
  },
)
