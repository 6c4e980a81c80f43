import { type AccountFault, accountFaults, type AccountManner, type AccountOf } from './account-manners.ts'
import { documentOf, escaped } from './page-html.ts'

type Manner = Omit<AccountManner, 'forget'>

/** The accounts that were asked for something, and a form for one that was not yet. */
export function accountsHtml({ dialects, accounts }: { dialects: string[]; accounts: readonly Seen[] }): string {
  const rows = accounts.map(
    ({ dialect, account, manner }) =>
      `<li><a href="/desk/accounts/${dialect}/${account}">${nameOf(dialect)}, ${escaped(account)}</a> ${stateOf(manner)}</li>`,
  )
  const options = dialects.map((name) => `<option value="${name}">${nameOf(name)}</option>`)
  return documentOf(
    'Simulated accounts',
    `${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>No account was asked for anything since the start.</p>'}
<form action="/desk/accounts" method="get"><label for="dialect">Provider</label>
<select id="dialect" name="dialect">${options.join('')}</select>
<label for="account">Account</label>
<input id="account" name="account" autocomplete="off" autocapitalize="off" pattern="[a-z0-9_\\-]{1,40}" required>
<button type="submit">Open the account</button></form>
<p><a href="/desk">Counter and bank</a></p>`,
  )
}
interface Seen extends AccountOf {
  manner: Manner
}

/** How one account treats requests, and the form that changes it. */
export const accountHtml = ({ dialect, account }: AccountOf, manner: Manner): string =>
  documentOf(
    `${nameOf(dialect)}, ${account}`,
    `<p class="state" role="status">${stateOf(manner)}</p>
<form method="post">
<label for="fault">What a request gets</label>
<select id="fault" name="fault">${option('', 'Its true answer', manner.fault === null)}${accountFaults
      .map((fault) => option(fault, sentence(faultWords[fault]), manner.fault === fault))
      .join('')}</select>
<label for="slow_ms">Milliseconds before each answer</label>
<input id="slow_ms" name="slow_ms" type="number" min="0" max="120000" value="${manner.slow_ms}" required>
<label for="times">Number of requests until it heals by itself; empty for all</label>
<input id="times" name="times" type="number" min="1" value="${manner.times ?? ''}">
<button name="act" value="set">Treat requests so</button>
<button class="no" name="act" value="heal" formnovalidate>Heal</button>
<button class="no" name="act" value="forget" formnovalidate>Forget idempotency keys</button>
</form>
<p><a href="/desk/accounts">All accounts</a></p>`,
  )

export const closedDeskHtml = (): string =>
  documentOf(
    'Simulated accounts',
    '<p>This desk is open only where other machines cannot reach the simulator. Elsewhere <code>POST /v1/control/accounts</code> does the same.</p>',
  )

export const noAccountHtml = (): string =>
  documentOf('Nothing here', '<p>No account has this page, or a field of the form cannot be.</p>')

function stateOf({ fault, slow_ms, times }: Manner): string {
  const slow = slow_ms > 0 ? `, after ${slow_ms} ms` : ''
  if (fault === null && !slow) return 'Healthy.'
  const whom = times === null ? 'Each request' : times === 1 ? 'The next request' : `Each of the next ${times} requests`
  return `${whom} gets ${fault ? faultWords[fault] : 'its true answer'}${slow}.`
}

const faultWords: Record<AccountFault, string> = {
  'reset-before': 'a reset connection, and nothing is done',
  'reset-after': 'a reset connection, and its effect is done',
  'error-before': 'an error 500, and nothing is done',
  'error-after': 'an error 500, and its effect is done',
  silence: 'no answer, and nothing is done',
  unauthorised: 'a refusal of its key, 401',
  limited: 'too many requests, 429',
}

const option = (value: string, words: string, selected: boolean): string =>
  `<option value="${value}"${selected ? ' selected' : ''}>${words}</option>`
const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const nameOf = (dialect: string): string => names[dialect] ?? dialect
const names: Readonly<Record<string, string>> = { paypal: 'PayPal', stripe: 'Stripe', xendit: 'Xendit' }
