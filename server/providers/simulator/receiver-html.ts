import { documentOf, escaped } from './page-html.ts'
import type { Fits } from './received.ts'
import { receiverManners, type ReceiverManner } from './receiver-manners.ts'
import type { Receiver } from './receivers.ts'

/** The receivers that got something, and an address of each manner. */
export function receiversHtml(receivers: readonly Receiver[], origin: string): string {
  const known = receivers.map(
    ({ manner, name, received }) =>
      `<li><a href="/desk/receivers/${manner}/${name}">${manner}, ${name}</a> ${received.length} received</li>`,
  )
  const addresses = receiverManners.map(
    (manner) =>
      `<li><a href="/desk/receivers/${manner}/shop">${escaped(addressOf(manner, 'shop', origin))}</a> ${words[manner]}</li>`,
  )
  return documentOf(
    'Receivers',
    `${known.length > 0 ? `<ul>${known.join('')}</ul>` : '<p>Nothing came since the start.</p>'}
<p>A webhook whose address is one of these sends here. The last part of the address is a name of your own.</p>
<ul>${addresses.join('')}</ul>
<p><a href="/desk">Counter and bank</a></p>`,
  )
}

/** What came to one receiver, newest first, and the form of its secrets. */
export function receiverHtml({ manner, name, secrets, received }: Receiver, origin: string): string {
  const rows = received
    .toReversed()
    .slice(0, shown)
    .map(
      ({ at, id, headers, body, headers_fit, body_fits }) => `<li><strong>${at}</strong> ${escaped(id)}
<p>Headers: ${fitWords(headers_fit)}. Body: ${fitWords(body_fits)}.</p>
<details><summary>What came</summary><pre>${escaped(
        Object.entries(headers)
          .map(([header, value]) => `${header}: ${value}`)
          .join('\n'),
      )}\n\n${escaped(body)}</pre></details></li>`,
    )
  return documentOf(
    `${manner}, ${name}`,
    `<p>${escaped(addressOf(manner, name, origin))}</p><p>${words[manner]}</p>
<form method="post">
<label for="secure">Secure secret (whsec_…)</label>
<input id="secure" name="secure" value="${escaped(secrets.secure)}" autocomplete="off">
<label for="merchant">Secret key of the merchant</label>
<input id="merchant" name="merchant" value="${escaped(secrets.merchant)}" autocomplete="off">
<button name="act" value="set">Verify what comes by these</button>
<button class="no" name="act" value="forget">Forget what came</button>
</form>
${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p class="state" role="status">Nothing came yet.</p>'}
<p><a href="/desk/receivers">All receivers</a></p>`,
  )
}

export const noReceiverHtml = (): string => documentOf('Nothing here', '<p>No receiver has this page.</p>')

const addressOf = (manner: ReceiverManner, name: string, origin: string): string =>
  `${manner === 'bad-tls' ? origin.replace('http:', 'https:') : origin}/receiver/${manner}/${name}`
const fitWords = (fits: Fits): string =>
  fits === null
    ? 'not verified, since a secret or a signature is missing'
    : fits
      ? 'verified'
      : 'the signature does not fit'
/** Of what came to one receiver, on its page. */
const shown = 50

const words: Record<ReceiverManner, string> = {
  well: 'Takes everything.',
  heals: 'Answers 503 twice to each event, then takes it.',
  limits: 'Answers 429 with Retry-After to each event, then takes it.',
  hangs: 'Never answers.',
  drips: 'Answers a byte a second, without an end.',
  resets: 'Resets the connection.',
  redirects: 'Redirects to a private address.',
  gone: 'Answers 410: the address is gone.',
  endless: 'Answers without an end.',
  'bad-tls': 'Speaks no TLS although its address says so.',
}
