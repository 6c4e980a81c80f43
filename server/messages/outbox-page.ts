import { timestampText } from '#contract/kit/wire.ts'
import { escaped } from './mail-html.ts'

/** A message as the outbox shows it, its text opened. */
interface OutboxMessage {
  way: string
  recipient: string
  subject: string
  text: string
  state: string
  fault: string
  created_at: Date
  attachments: readonly { name: string }[]
  /** The address at which the attachments are, each under its place among them. */
  filesAt: string
}

/** The outbox as a page without scripts; addresses in the texts are links. */
export const outboxPage = (messages: readonly OutboxMessage[]): string => `<!doctype html>
<html lang="en" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox · Countinghouse</title>
<style>
:root { color-scheme: light dark }
body { font: 14px/22px system-ui, sans-serif; max-width: 720px; margin: 48px auto; padding: 0 24px; overflow-wrap: anywhere }
h1 { font-size: 24px; letter-spacing: -0.015em } h2 { font-size: 15px; margin: 0 }
article { border-top: 1px solid light-dark(#e3e5e8, #33373d); padding: 16px 0 }
p { margin: 0 0 12px } small, .lead { color: light-dark(#60656c, #a3a8b0) } pre { white-space: pre-wrap; font: inherit; margin: 12px 0 0 }
ul { margin: 12px 0 0; padding-inline-start: 20px }
a { color: light-dark(#0f6b66, #71c0ba) }
</style></head>
<body><main><h1>Outbox</h1>
<p class="lead">Mails and short messages of this demo, newest first. What is marked “outbox” was sent to nobody: no SMTP_URL or SMS_URL is set.</p>
${messages.length === 0 ? '<p>Nothing has been written yet.</p>' : messages.map(article).join('\n')}
</main></body></html>
`

const article = ({
  way,
  recipient,
  subject,
  text,
  state,
  fault,
  created_at,
  attachments,
  filesAt,
}: OutboxMessage) => `<article>
<h2 dir="auto">${escaped(subject || text.slice(0, 60))}</h2>
<small>${way} to <bdi>${escaped(recipient)}</bdi> · ${timestampText(created_at)} UTC · ${state}${fault ? ` · ${escaped(fault)}` : ''}</small>
<pre dir="auto">${escaped(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}" rel="noreferrer">${url}</a>`)}</pre>
${attachments.length > 0 ? `<ul aria-label="Attachments">${attachments.map(({ name }, place) => `<li><a href="${filesAt}/${place}"><bdi>${escaped(name)}</bdi></a></li>`).join('')}</ul>` : ''}
</article>`
