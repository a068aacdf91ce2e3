import { type Html, html, type Part } from '@pagebell/html/template'
import { copyButton } from '../../parts/form.ts'

/** Code that submits a site's changed URLs, ready to paste. */
type Snippet = { id: string; name: string; where: Part; text: string }

/** The snippets of a webhook. Where there is a place for secrets, the snippet reads the webhook's address from it. */
export function snippets(hookUrl: string, project: string): Snippet[] {
  const site = `https://${project}`
  const bodyOf = (...paths: string[]) => shellQuoted(JSON.stringify({ urls: paths.map((path) => `${site}${path}`) }))
  return [
    {
      id: 'curl',
      name: 'curl',
      where: 'In a terminal.',
      text: `curl -sS -X POST ${shellQuoted(hookUrl)} \\
  -H 'Content-Type: application/json' \\
  -d ${bodyOf('/', '/changed-page')}`,
    },
    {
      id: 'github',
      name: 'GitHub, GitLab, Gitea',
      where: html`Needs no script: <a href="/projects/${project}/sources/new">add a source</a> for the host of your
repository, with a path rule such as this one. Each push then submits the pages of its changed files,
and those of removed files as deleted.`,
      text: '[{"glob":"content/**/*.md","url":"/{path|strip:content/|strip_ext|index}/"}]',
    },
    {
      id: 'wordpress',
      name: 'WordPress',
      where:
        'Save as wp-content/mu-plugins/pagebell.php, ' +
        "and put define('PAGEBELL_HOOK', 'the address'); into wp-config.php.",
      text: `<?php
/* Plugin Name: Pagebell */
add_action('transition_post_status', function ($new, $old, $post) {
    if (!in_array('publish', [$new, $old], true) || !is_post_type_viewable($post->post_type)) return;
    wp_remote_post(PAGEBELL_HOOK, [
        'blocking' => false,
        'headers'  => ['Content-Type' => 'application/json'],
        'body'     => wp_json_encode([
            'urls'   => [get_permalink($post)],
            'action' => $new === 'publish' ? 'update' : 'delete',
        ]),
    ]);
}, 10, 3);`,
    },
    {
      id: 'netlify',
      name: 'Netlify',
      where:
        'The pages whose files changed since the last deploy, once the new one is live. Save as ' +
        'plugins/pagebell/index.js beside a manifest.yml with the line "name: pagebell", put [[plugins]] and ' +
        'package = "/plugins/pagebell" into netlify.toml, set the environment variable PAGEBELL_HOOK to the address, ' +
        'and change the folder and the form of the URLs to those of your site.',
      text: String.raw`const { execFileSync } = require('node:child_process')

exports.onSuccess = async () => {
  const { CONTEXT, CACHED_COMMIT_REF, COMMIT_REF, PAGEBELL_HOOK } = process.env
  if (CONTEXT !== 'production' || !CACHED_COMMIT_REF) return
  const diff = ['-c', 'core.quotePath=false', 'diff', '--name-only', '--diff-filter=d']
  const range = [CACHED_COMMIT_REF, COMMIT_REF, '--', 'content']
  const files = execFileSync('git', [...diff, ...range], { encoding: 'utf8' }).split('\n')
  const urls = files
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replace(/^content\//, '/').replace(/(\/_?index)?\.md$/, '/'))
    .map((path) => ${JSON.stringify(site)} + path)
  if (urls.length === 0) return
  const answer = await fetch(PAGEBELL_HOOK, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ urls }),
  })
  console.log('Pagebell', answer.status, await answer.text())
}`,
    },
    {
      id: 'cron',
      name: 'cron',
      where:
        'Once an hour, the pages whose date in the sitemap is another than an hour ago: 0 * * * * sh pagebell.sh. ' +
        'The first run only remembers, and dates that change all at once are not believed. ' +
        'Put the address into /var/lib/pagebell/hook, readable for this user alone.',
      text: String.raw`cd /var/lib/pagebell || exit 1
curl -sSf ${shellQuoted(`${site}/sitemap.xml`)} | tr -d '\n' | sed 's/<url>/\n/g' |
  sed -nE 's/.*<loc> *([^< ]+).*<lastmod>([^<]+).*/\1 \2/p' | sort > new
[ -s new ] || exit 1
if [ -f known ]; then
  comm -13 known new | cut -d ' ' -f 1 | sed 's/&amp;/\&/g' > changed
  count=$(wc -l < changed)
  if [ "$count" -gt 20 ] && [ "$count" -gt $(($(wc -l < new) / 2)) ]; then
    echo 'More than half of the sitemap has another date: nothing was submitted.' >&2
  elif [ -s changed ]; then
    printf '{"urls":[%s]}' "$(sed 's/.*/"&"/' changed | paste -sd , -)" |
      curl -sSf --retry 3 -X POST "$(cat hook)" -H 'Content-Type: application/json' -d @- || exit 1
  fi
fi
mv new known`,
    },
  ]
}

/** One word of a POSIX shell, whatever it contains: projects made by older versions have names that a shell obeys. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The snippets of a project, with a placeholder for its token. */
export const integrationsCard = (hookUrl: string, project: string): Html =>
  html`<section class="card" aria-labelledby="use"><h2 id="use">Integrations</h2>
<p class="hint">Replace <code>pbh_…</code> with the token that you copied when it was created.</p>
${snippetList(snippets(hookUrl, project))}</section>`

/** Snippets, of which at most one is open; first the first. */
export const snippetList = (list: readonly Snippet[]): Html => html`<div>${list.map(snippetItem)}</div>`

const snippetItem = ({ id, name, where, text }: Snippet, index: number): Html =>
  html`<details class="snippet" name="snippet"${index === 0 && html` open`}><summary>${name}</summary>
<div><p class="hint">${where}</p>
<pre id="snippet-${id}" tabindex="0" role="group" aria-label="${name}"><code>${text}</code></pre>
${copyButton(`snippet-${id}`, name)}</div></details>`
