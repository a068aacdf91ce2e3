import { styleText } from 'node:util'
import type { Demo } from './keep-secrets.ts'

export type Addresses = { publicUrl: string; sandboxUrl: string; sampleSiteUrl: string }

/** The text that `npm start` prints when everything is ready. Each line that begins with `curl` works when pasted. */
export function welcome(
  { publicUrl, sandboxUrl, sampleSiteUrl }: Addresses,
  demo: Demo,
  setupToken: string | undefined,
): string {
  const heading = (text: string): string => styleText('bold', text)
  const authorization = `-H 'Authorization: Bearer ${demo.apiKey}'`
  const hook =
    demo.hookToken === undefined
      ? [
          heading('The demo webhook was rotated after the first start; this makes a new address:'),
          `curl -s -X POST ${publicUrl}/api/v1/projects/${demo.project}/hook ${authorization}`,
        ]
      : [
          heading('Say that pages have changed'),
          `curl -s -X POST ${publicUrl}/api/hooks/${demo.hookToken}/submit -H 'Content-Type: application/json' -d '{"urls":["${sampleSiteUrl}/","${sampleSiteUrl}/tasting-evenings"]}'`,
        ]
  const firstPage = encodeURIComponent(`${sampleSiteUrl}/`)
  const firstSteps = `${publicUrl}/projects/${demo.project}/setup/site?address=${firstPage}`
  return [
    '',
    styleText(['bold', 'green'], 'Pagebell is ready.'),
    '',
    `  Panel        ${publicUrl}/   (sign in as the demo account)`,
    `  First steps  ${firstSteps}   (from the sample site to a first announcement)`,
    `  API          ${publicUrl}/api/v1`,
    `  Reference    ${publicUrl}/docs`,
    `  Sandbox      ${sandboxUrl}/received   (stands in for the search engines)`,
    `  Sample site  ${sampleSiteUrl}/`,
    `  Demo account ${demo.email}${demo.password === undefined ? '' : `   password ${demo.password}`}`,
    `  API key      ${demo.apiKey}`,
    setupToken === undefined
      ? '  Your own     npm run admin -- setup-link   (an account of your own)'
      : `  Your own     ${publicUrl}/setup#${setupToken}   (an account of your own; once, within 24 hours)`,
    '',
    heading('Rate a page, and wait for the result'),
    `curl -s -X POST ${publicUrl}/api/v1/reports ${authorization} -H 'Prefer: wait=20' -d url=${sampleSiteUrl}/`,
    '',
    heading('Read your reports'),
    `curl -s '${publicUrl}/api/v1/reports?sort_by=generated_at' ${authorization}`,
    '',
    ...hook,
    '',
    heading('See the delivery of each URL, and what the engine received'),
    `curl -s ${publicUrl}/api/v1/projects/${demo.project}/deliveries ${authorization}`,
    `curl -s ${sandboxUrl}/received`,
    '',
    'Ctrl-C stops everything; the next `npm start` keeps the data.',
    '',
  ].join('\n')
}
