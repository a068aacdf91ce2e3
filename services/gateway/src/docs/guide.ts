import { type Html, html } from '@pagebell/html/template'
import { eventDescriptions } from '@pagebell/outbound-events/event-types'
import { codeBlock } from './markup.ts'
import { verifyInNode, verifyInPython } from './verify-snippets.ts'

export type Section = { id: string; title: string; body: Html }

const auth = `-H "Authorization: Bearer $KEY"`
const json = `-H 'Content-Type: application/json'`

/** The guide, step by step. Every block works when pasted, with the variables that the blocks before it set. */
export function guide(origin: string, hooksOrigin: string): Section[] {
  const api = `${origin}/api/v1`
  const events = Object.entries(eventDescriptions).map(
    ([type, text]) => html`<dt><code>${type}</code></dt><dd>${text}</dd>`,
  )
  return [
    {
      id: 'first-call',
      title: 'First call in 60 seconds',
      body: html`<p>Rate a page. Put your API key in place of <code>pbk_…</code> (<code>npm start</code> prints one;
or <a href="#key">make one</a>):</p>
${codeBlock(
  'call-first',
  'the first call',
  'KEY=pbk_…',
  'PAGE=https://example.com/',
  `curl -s -X POST ${api}/reports \\`,
  `  ${auth} -H 'Prefer: wait=20' -d url=$PAGE`,
)}
<p><code>Prefer: wait=20</code> holds the answer until the page is rated: <code>result</code> is <code>good</code>,
<code>decent</code> or <code>bad</code>, <code>score</code> goes from 0 to 100, and <code>results</code> has every
check with its evidence and how to fix it. On a machine that runs <code>npm start</code>,
<code>PAGE=http://127.0.0.1:8091/</code> is a sample site that needs no internet.</p>`,
    },
    {
      id: 'key',
      title: 'Make an API key',
      body: html`<p>In the panel: <a href="/keys">API keys</a>. Give the key only the scopes that it needs:
<code>reports:read</code>, <code>reports:write</code>, <code>projects:read</code>, <code>projects:write</code>,
<code>hooks:write</code>. It is shown once. The operator can also make one on the server:</p>
${codeBlock(
  'call-key',
  'the command that makes a key',
  'npm run --silent admin -- key create --email you@example.com \\',
  '  --scopes reports:read,reports:write,projects:read,projects:write,hooks:write',
)}
<p>Check that it works; the response shows your plan and the remaining quota:</p>
${codeBlock('call-account', 'the call that shows the account', `curl -s ${api}/account ${auth}`)}`,
    },
    {
      id: 'rate',
      title: 'Rate pages',
      body: html`<p>A report is public by default. <code>visibility</code> is <code>public</code>,
<code>private</code> or <code>password</code>:</p>
${codeBlock(
  'call-private',
  'the call that makes a private report',
  `curl -s -X POST ${api}/reports ${auth} \\`,
  '  -d url=$PAGE -d visibility=private',
)}
<p>Put its <code>id</code> in place of the dots, read it, and run it again after you have fixed something:</p>
${codeBlock(
  'call-report',
  'the calls that read a report and run it again',
  'REPORT=…',
  `curl -s ${api}/reports/$REPORT ${auth}`,
  `curl -s -X POST ${api}/reports/$REPORT/runs ${auth} -H 'Prefer: wait=20'`,
)}
<p>List your worst pages first:</p>
${codeBlock(
  'call-list',
  'the call that lists reports',
  `curl -s '${api}/reports?sort_by=score&sort=asc&per_page=25' ${auth}`,
)}
<p>Rate up to 1,000 pages by one call, each with its own result, and get the list as a file:</p>
${codeBlock(
  'call-report-batch',
  'the calls that rate many pages and export the list',
  `curl -s -X POST ${api}/reports/batch ${auth} ${json} \\`,
  `  -d "{\\"urls\\":[\\"$PAGE\\"],\\"visibility\\":\\"private\\"}"`,
  `curl -s ${api}/reports.csv ${auth}`,
)}`,
    },
    {
      id: 'webhook-setup',
      title: 'Make a webhook',
      body: html`<p>A project is a site, named by its host. Make it, and a webhook for it. The address is shown once;
keep it as a secret:</p>
${codeBlock(
  'call-hook',
  'the calls that make a webhook',
  'SITE=example.com',
  `curl -s -X POST ${api}/projects ${auth} -d host=$SITE`,
  `curl -s -X POST ${api}/projects/$SITE/hook ${auth}`,
)}
<p>With the sample site of <code>npm start</code>: <code>SITE=127.0.0.1</code>. Its project exists already (409
<code>project_exists</code>), and its webhook gets a new token.</p>
<p>IndexNow accepts a submission once your site serves a key file. The project’s <code>indexnow</code> has its URL and
content; the second call checks it:</p>
${codeBlock(
  'call-key-file',
  'the calls for the key file',
  `curl -s ${api}/projects/$SITE ${auth}`,
  `curl -s -X POST ${api}/projects/$SITE/channels/indexnow/check ${auth}`,
)}
<p>Google and Bing need your credentials: see <a href="#putChannel">Set the credentials of a channel</a>.</p>`,
    },
    {
      id: 'submit',
      title: 'Submit changed URLs',
      body: html`<p>The <code>url</code> of the previous response is the complete URL, ending in <code>/submit</code>:</p>
${codeBlock(
  'call-submit',
  'the call that submits URLs',
  `HOOK=${hooksOrigin}/api/hooks/pbh_…/submit`,
  `curl -s -X POST "$HOOK" ${json} -d "{\\"urls\\":[\\"$PAGE\\"]}"`,
)}
<p>202 means that the accepted URLs are stored durably. Each URL has a verdict:</p>
<dl class="fields">
<dt><code>accepted</code></dt><dd>Queued, and charged one unit of the quota for each channel.</dd>
<dt><code>duplicate</code></dt><dd>Already accepted within the last 10 minutes, or the window that the operator has set.
Not charged.</dd>
<dt><code>waiting</code></dt><dd>Over the quota, with <code>"over_quota":"wait"</code> in the body: kept, and submitted and
charged when the day or month turns or the plan grows. Without it the whole request gets 429.</dd>
<dt><code>invalid</code></dt><dd>Not an http or https URL that can be sent. Not charged.</dd>
<dt><code>foreign</code></dt><dd>Not on the host of the project or a subdomain of it. Not charged.</dd>
</dl>
<p>With <code>"wait":{"url":…,"contains":"3f2a91"}</code> no page is looked at before that URL has the text, such as the
commit of a deploy; with <code>not_before</code>, before that time.</p>
<p><code>?dry_run=1</code> returns the verdicts and changes nothing. Clients that can send a header keep the token out
of the URL:</p>
${codeBlock(
  'call-bearer',
  'the call with a bearer token',
  `curl -s -X POST ${hooksOrigin}/api/hooks/submit -H 'Authorization: Bearer pbh_…' \\`,
  `  ${json} -d "{\\"urls\\":[\\"$PAGE\\"]}"`,
)}`,
    },
    {
      id: 'follow',
      title: 'Track the status of each URL',
      body: html`<p>Deliveries of all projects, newest first; filter by <code>project</code>, <code>status</code>,
<code>channel</code>, <code>url</code>, <code>batch</code> and time:</p>
${codeBlock('call-deliveries', 'the call that lists deliveries', `curl -s '${api}/deliveries?per_page=10' ${auth}`)}
<p><code>status</code> is <code>delivered</code> once the engine has accepted the URL. For <code>held</code> and
<code>retrying</code>, <code>reason</code> has the cause and <code>next_at</code> the time of the next attempt. The webhook
can read a batch by the <code>batch_id</code> of its response:</p>
${codeBlock('call-batch', 'the call that reads a batch', 'BATCH=…', 'curl -s "$(dirname "$HOOK")/batches/$BATCH"')}`,
    },
    {
      id: 'events',
      title: 'Receive and verify events',
      body: html`<p>Register an endpoint; its signing secret is shown once. A project can have several, each with its own events, secret
and log. The second call sends a test:</p>
${codeBlock(
  'call-endpoint',
  'the calls that register an endpoint',
  `curl -s -X POST ${api}/projects/$SITE/event-endpoints ${auth} \\`,
  '  -d url=https://example.com/pagebell-events',
  'ENDPOINT=…',
  `curl -s -X POST ${api}/projects/$SITE/event-endpoints/$ENDPOINT/test ${auth}`,
)}
<dl class="fields">${events}</dl>
<p>Requests are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describes:
<code>webhook-signature</code> holds <code>v1,</code> and the base64 of HMAC-SHA256 over
<code>{webhook-id}.{webhook-timestamp}.{body}</code>, with the decoded part of the secret after <code>whsec_</code> as
its key. In Node.js:</p>
${codeBlock('verify-node', 'the verification in Node.js', verifyInNode)}
<p>In Python:</p>
${codeBlock('verify-python', 'the verification in Python', verifyInPython)}
<p>Answer 2xx within 15 seconds. 410 disables the endpoint, anything else is retried for five days. An event may
arrive twice, late or in another order; <code>webhook-id</code> is the same each time.</p>`,
    },
    {
      id: 'conventions',
      title: 'Errors, limits and pages',
      body: html`<p>An error is <code>application/problem+json</code> (<a
href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>): <code>code</code> is for programs, <code>detail</code>
for people, <code>errors</code> names each wrong field and what is allowed. Quote <code>request_id</code> when you
contact the operator.</p>
<p>429 and 503 have <code>Retry-After</code>. <code>RateLimit</code> states how many calls the account has left in this
minute. A call whose reference lists <code>Idempotency-Key</code> can be repeated with the same key for 24 hours and has
one effect. If its answer has a token or a secret, which is shown once, the repetition is answered 409.</p>
<p>Lists have <code>per_page</code> of 10, 25, 50 or 100, and <code>links.next</code>. <code>page</code> reaches row
10,000; <code>cursor</code> continues from there and is as fast.</p>`,
    },
  ]
}
