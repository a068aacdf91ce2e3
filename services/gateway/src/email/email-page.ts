import { createHash } from 'node:crypto'
import { html, textOf } from '@pagebell/html/template'

/** The pages behind the links of a mail. They load nothing and run nothing. */
const styles = html`:root{color-scheme:light dark}
body{margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif;background:#fff;color:#1c1f23}
main{max-width:32em;margin:0 auto}
h1{font-size:22px;line-height:1.3}
button{font:inherit;padding:10px 16px;border:0;border-radius:6px;background:#1f5fbf;color:#fff}
@media (prefers-color-scheme:dark){body{background:#16181b;color:#e8eaed}button{background:#8ab4f8;color:#10131a}}`

const styleHash = createHash('sha256').update(textOf(styles)).digest('base64')

export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  // The address is what allows to confirm and to unsubscribe.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** `button` is that of a form that posts to the address of the page. */
export type EmailPage = { title: string; text: string; button?: string }

export const writePage = ({ title, text, button }: EmailPage): string =>
  textOf(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${styles}</style></head>
<body><main><h1>${title}</h1>
<p>${text}</p>
${button !== undefined && html`<form method="post"><button>${button}</button></form>`}
</main></body></html>
`)
