import { languages } from '#i18n/languages.ts'
import type { Mail } from './mail-text.ts'

/**
 * The HTML part of a mail, made from its plain text: paragraphs, and for a line that is only a web address a button,
 * which the line above names. Loads nothing but the logo of a brand, beside its name, so it says the same where pictures
 * are blocked.
 */
export function mailHtml({ language, subject, text }: Mail, brand: { name: string; logo: string } = noBrand): string {
  const blocks = text.trim().split(/\n{2,}/)
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f5f7;color:#1c2024;font:15px/24px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e3e5e8;border-radius:8px">
${brand.name ? head(brand) : ''}${blocks.map(block).join('\n')}
</div></body></html>
`
}

const noBrand = { name: '', logo: '' }

/** The logo says nothing that the name does not, so it has no text of its own. */
const head = ({ name, logo }: { name: string; logo: string }) =>
  `<p style="margin:0 0 24px;font-size:17px;font-weight:600">${
    /^https?:\/\//.test(logo)
      ? `<img src="${escaped(logo)}" alt="" width="40" height="40" style="vertical-align:middle;border-radius:8px;margin-inline-end:12px">`
      : ''
  }<bdi>${escaped(name)}</bdi></p>
`

function block(text: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => webAddress.test(line))
  if (at === -1) return paragraph(lines)
  const url = lines[at] as string
  const name = lines[at - 1]?.replace(/\s*:\s*$/, '') ?? url
  const before = lines.slice(0, Math.max(0, at - 1))
  const after = lines.slice(at + 1)
  return [
    before.length > 0 ? paragraph(before) : '',
    `<p style="margin:0 0 8px"><a href="${escaped(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#0f6b66;color:#fff;font-weight:600;text-decoration:none">${escaped(name)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:12px;line-height:18px;color:#60656c;word-break:break-all" dir="ltr">${escaped(url)}</p>`,
    after.length > 0 ? paragraph(after) : '',
  ].join('')
}
const webAddress = /^https?:\/\/\S+$/

const paragraph = (lines: string[]) =>
  `<p style="margin:0 0 16px" dir="auto">${lines.map((line) => escaped(line)).join('<br>')}</p>`

/** Text as HTML. */
export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
