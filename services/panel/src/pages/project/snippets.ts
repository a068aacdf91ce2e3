import { type Html, html } from '../../html/html.ts'
import { copyButton } from '../../parts/form.ts'

/** Code that submits a site's changed URLs, ready to paste. */
type Snippet = { id: string; name: string; where: string; text: string }

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
      name: 'GitHub Actions',
      where:
        'Save the address as the repository secret PAGEBELL_HOOK, and this as .github/workflows/pagebell.yml. ' +
        'Change the list to the pages that your deployment changes.',
      text: `name: Tell search engines
on:
  deployment_status:
jobs:
  pagebell:
    if: github.event.deployment_status.state == 'success'
    runs-on: ubuntu-latest
    steps:
      - env:
          PAGEBELL_HOOK: \${{ secrets.PAGEBELL_HOOK }}
        run: |
          curl -sS --fail-with-body --retry 3 -X POST "$PAGEBELL_HOOK" \\
            -H 'Content-Type: application/json' \\
            -H "Idempotency-Key: $GITHUB_RUN_ID" \\
            -d ${bodyOf('/')}`,
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
        'Save as netlify/functions/deploy-succeeded.mjs, ' +
        'and set the environment variable PAGEBELL_HOOK to the address.',
      text: `export default async () => {
  const sitemap = await (await fetch(process.env.URL + '/sitemap.xml')).text()
  const urls = [...sitemap.matchAll(/<loc>\\s*([^<\\s]+)/g)].map(([, url]) => url).slice(0, 10000)
  if (urls.length === 0) return
  const answer = await fetch(process.env.PAGEBELL_HOOK, {
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
        'Once an hour, what the sitemap says has changed today. Needs curl and jq; ' +
        'put the address into /etc/pagebell-hook, readable for this user alone.',
      text: [
        `0 * * * * curl -sS ${shellQuoted(`${site}/sitemap.xml`)}`,
        `tr -d '\\n'`,
        `sed 's/<url>/\\n/g'`,
        `grep "<lastmod>$(date -u +\\%F)"`,
        `sed -E 's/.*<loc>([^<]+).*/\\1/'`,
        `jq -Rn '{urls:[inputs]}'`,
        `curl -sS -X POST "$(cat /etc/pagebell-hook)" -H 'Content-Type: application/json' -d @-`,
      ].join(' | '),
    },
  ]
}

/** One word of a POSIX shell, whatever it contains: projects made by older versions have names that a shell obeys. */
function shellQuoted(text: string): string {
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
<div><p class="hint">${where}</p><pre id="snippet-${id}" tabindex="0" aria-label="${name}"><code>${text}</code></pre>
${copyButton(`snippet-${id}`, name)}</div></details>`
