import { type Html, html, textOf } from '@pagebell/html/template'
import { cutText } from '../formats/clean-text.ts'
import { type EventText, plainLine, type TextLine } from '../formats/format.ts'

/** RFC 5322, 2.1.1 advises lines of 78 characters; a longer subject is folded, and cut by most programs. */
const maxSubject = 150

export type MailContent = { subject: string; text: string; html: string }
export type MailFooter = { reason: string; unsubscribeUrl: string }

/** An event as plain text and as HTML without images, tables, scripts or anything that is loaded. */
export function writeMail({ title, lines, link }: EventText, footer: MailFooter): MailContent {
  return {
    subject: cutText(title, maxSubject),
    text: plainText({ title, lines, link }, footer),
    html: htmlText({ title, lines, link }, footer),
  }
}

type MailText = Pick<EventText, 'title' | 'lines'> & { link: EventText['link'] | undefined }

function plainText({ title, lines, link }: MailText, { reason, unsubscribeUrl }: MailFooter): string {
  const linked = link === undefined ? [] : ['', `${link.label}: ${link.url}`]
  const rows = [title, '', ...lines.map(plainLine), ...linked, '', '-- ', reason, `Unsubscribe: ${unsubscribeUrl}`, '']
  return rows.join('\n')
}

/** Colours have a contrast of 4.5:1 at least in both schemes; a program that knows no styles shows black on white. */
const styles = html`:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;background:#fff;color:#1c1f23;font:16px/1.5 system-ui,sans-serif}
main{max-width:36em;margin:0 auto}
h1{font-size:20px;line-height:1.3;margin:0 0 16px}
p{margin:0 0 12px;overflow-wrap:anywhere}
.url{color:#4a5560}
.button{display:inline-block;margin:8px 0;padding:10px 16px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none}
footer{margin-top:32px;padding-top:12px;border-top:1px solid #d5dade;font-size:14px;color:#4a5560}
footer a{color:inherit}
@media (prefers-color-scheme:dark){
body{background:#16181b;color:#e8eaed}
.url,footer{color:#aab2ba}
.button{background:#8ab4f8;color:#10131a}
footer{border-color:#3a4046}
}`

function htmlText({ title, lines, link }: MailText, { reason, unsubscribeUrl }: MailFooter): string {
  const linked = link !== undefined && html`<p><a class="button" href="${link.url}">${link.label}</a></p>\n`
  return textOf(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${title}</title><style>${styles}</style></head>
<body><main>
<h1>${title}</h1>
${lines.map(htmlLine)}
${linked}<footer><p>${reason}</p>
<p><a href="${unsubscribeUrl}">Unsubscribe</a></p></footer>
</main></body></html>
`)
}

const htmlLine = ({ text, url }: TextLine): Html =>
  html`<p>${text}${url !== undefined && html`<br><span class="url">${url}</span>`}</p>\n`
