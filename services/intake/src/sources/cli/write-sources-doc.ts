import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { maxAllowedAddresses } from '../../source-settings/allowed-addresses.ts'
import { maxSources } from '../../source-settings/stored-source.ts'
import { loadSources } from '../load-sources.ts'
import { maxJsonDepth } from '../parse-json.ts'
import { maxComparedLength } from '../rules/conditions.ts'
import { maxFiles } from '../rules/map-push.ts'
import { maxRuleLength, maxRules, maxUrlsPerRule, type Rule } from '../rules/rule.ts'
import type { Source } from '../source.ts'

// Writes docs/sources.md, or the file that is named: `node services/intake/src/sources/cli/write-sources-doc.ts [FILE]`.
const target = process.argv[2] ?? fileURLToPath(new URL('../../../../../docs/sources.md', import.meta.url))
await writeFile(target, document([...(await loadSources()).values()]))

function document(sources: readonly Source[]): string {
  return `# Sources

Generated from \`services/intake/src/sources/kinds\` by \`npm run generate\`; edit the kinds, not this page.

A source is a sender of changes: a CMS, a shop, a host of repositories, a deployment service. A project has at most
${maxSources} sources, each with its own address, kind, secret and rules. In the panel, open Sources of the project and pick the
sender: its page says what to enter there, shows the requests as they arrive, and tries deliveries. By the API:

\`\`\`sh
curl -s -X POST $ORIGIN/api/v1/projects/example.com/sources -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -d '{"kind":"shopify","name":"Shop","secret":"…"}'
\`\`\`

The answer has the address (\`url\`), which is shown once. Enter it at the sender: the steps are below, kind by kind. The
webhook of the project stays as it is: scripts submit URLs at \`/submit\`.

\`GET /api/v1/source-kinds\` lists the kinds with their steps, rules and a sample.
\`POST …/sources/{source}/try\` shows what a pasted delivery would result in, and keeps nothing. The command does the same
for files of deliveries, without a server:

\`\`\`sh
npm run --silent source -- --kind shopify --project example.com deliveries.jsonl
npm run --silent source -- --help
\`\`\`

## Answers

The kind of a source reads what the sender sends natively and says what it means for the project:

| verdict | status | meaning |
|---|---|---|
| \`urls\` | 202 | these URLs were updated or deleted: they are charged, deduplicated and stored as by \`/submit\` |
| \`waiting\` | 202 | the quota has no room for all of these URLs: they are kept, and submitted when the day or month turns or the plan grows |
| \`waiting_full\` | 200 | over the quota, and 10,000 URLs of the project wait already (\`WAITING_URLS_PER_PROJECT\`): **nothing of the delivery is kept** |
| \`scan\` | 200 | pages changed, and the sender does not say which. the [watches](watches.md) of the project are scanned now, and submit what they find. Nothing happens without a watch |
| \`ignored\` | 200 | authentic, and nothing to do; \`reason\` says why |
| \`unmapped\` | 200 | a field is missing, or no URL can be made; \`missing\` names the fields |
| \`unauthorized\` | 401 | the signature or secret is missing, wrong or too old, or the address is not one of \`allow_ips\` |

Whatever is authentic is answered with 2xx, because senders switch a webhook off after a few errors. The exceptions are a
body of more than 1 MB (413), more than 100 requests a second or more at once than an account has room for (429), and an
outage (503): then nothing was kept of the delivery, and it can be sent again. A source that is disabled, deleted or has
another address by now answers 404. Some senders, such as WooCommerce, give up after five errors, so a quota is never an
error: not even a full waiting list, which the log of requests shows as \`waiting_full\`.

## Over the quota

What a delivery has fewer units of quota left for than it needs waits: one entry for each URL and channel, with the newest
action. An update replaces a deletion of the same URL that waits, and the other way round; a URL that is accepted meanwhile
does not wait any more. At most 10,000 entries of a project wait. When the day or month turns, or the plan grows, those that
have waited longest are submitted, as many as the quota has room for, and charged then. \`GET /projects/{project}/hook\` and
\`GET /account\` say how many wait and since when. \`/submit\` refuses with 429 unless its body says
\`"over_quota":"wait"\`; it answers a full waiting list with 429 and \`waiting_list_full\`.

\`GET /api/v1/projects/{project}/sources/{source}/requests\` lists the calls of the last seven days with verdict, event
and the names of missing fields, and without values of the body; \`try\` says the reason.

Only URLs of the project's host and its subdomains result, never one of another host.

## Rules

Each kind has rules to begin with. Your own replace them: a list of at most ${maxRules}, each of at most ${maxRuleLength} characters as
JSON. The first rule whose \`when\` matches decides.

| field | meaning |
|---|---|
| \`when\` | conditions: \`event\` (or \`topic\`) is the name of the event, anything else a field of the body |
| \`url\` | the template of the URL, or a list of at most ${maxUrlsPerRule} for a page with several addresses |
| \`id\` | the template of the sender's id, under which the URL is remembered |
| \`publish_if\` | conditions: the page is public only if all of them match |
| \`action\` | \`update\`, \`delete\`, \`scan\` or \`ignore\` in place of what the event means |
| \`glob\` | for pushes: the paths that \`url\` is for, with \`*\`, \`?\`, \`**\` and \`{a,b}\` |
| \`branch\` | for pushes: the branch that is published; the default branch of the repository if absent |
| \`environment\` | for deployments of GitHub and GitLab: the name of the public environment |

A condition is a value, a list of values, a text with \`*\` for any characters, \`*\` alone for any value, or \`!text\` for
any other. A field of more than ${maxComparedLength} characters is met only by \`*\` alone and by \`!text\`.

A template has fields in braces: \`https://{project}/blog/{post.slug|lower}\`. A field is a path with dots or a JSON
Pointer (\`{/post/slug}\`); \`{project}\` is the host. Filters: \`strip:prefix\`, \`strip_ext\`, \`index\`, \`lower\`, and
\`locale:en-US\` for a field with a value for each language (\`locale\` alone takes the only one, or en-US). Values are
percent-encoded where a path needs it, and their slashes stay. A value with \`..\` is refused. A template that is one
field (\`{permalink}\`) stands for a whole URL. One without a field, as in \`["/blog/{slug}","/blog/"]\`, is a page that lists
others: it is updated when a page is deleted.

For pushes:

\`\`\`json
[{"glob":"content/**/*.md","url":"/{path|strip:content/|strip_ext|index}/"}]
\`\`\`

\`index\` drops a trailing \`/index\` (or \`/_index\`). The last commit that touches a path decides; a renamed file is a
removed and an added one. More than ${maxFiles} files, a forced push, or commits that the sender does not list all, are a scan.

## Remembered ids

Many senders name only an id when a page is deleted or unpublished. The URL of a published page is remembered under its
id, so that a later deletion finds it, and a page with a new URL has its old one deleted. An id that was never published
is \`unmapped\` with the reason \`id never seen\`.

## Limits

A body has at most 1 MB, 50,000 values and ${maxJsonDepth} levels of JSON. A source takes about 100 requests a second, and an account
64 at once. What it would take long to map is a scan: a delivery of more than 1,000 pages or 10,000 URLs, or of very many
pages or files for rules with very many or long conditions or globs. A signature with a timestamp is valid for five minutes. During a
rotation two secrets, and two addresses, are valid. \`allow_ips\` has at most ${maxAllowedAddresses} addresses or CIDRs.

A delivery that is repeated within 24 hours is submitted once, if the sender gives deliveries an id. Most senders do not
sign the id: who has recorded a signed delivery can send it again under another one, and submits pages that did change.

${sources.map(section).join('\n\n')}
`
}

function section({ kind, title, sends, setUp, signed, results, rules }: Source): string {
  return `## ${title} (\`${kind}\`)

${sends}

${setUp.map((step, index) => `${index + 1}. ${step}`).join('\n')}

Signed: ${signed}

| event | result |
|---|---|
${results.map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')}

${rules.length === 0 ? 'Rules to begin with: none.' : `Rules to begin with:\n\n\`\`\`json\n${rulesText(rules)}\n\`\`\``}`
}

/** A pipe would begin another cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function rulesText(rules: readonly Rule[]): string {
  return `[\n${rules.map((rule) => `  ${JSON.stringify(rule)}`).join(',\n')}\n]`
}
