import { documentOf, escaped } from '../page-html.ts'
import type { GivenFlaw } from './book.ts'
import type { SettlementFile } from './files.ts'
import { flawKinds, type FlawKind } from './records.ts'
import type { SftpServer } from './sftp-server.ts'

type Served = Pick<SftpServer, 'port' | 'hostKey'>

/** The merchant accounts, the server with their files, and the end of the day. */
export const settledAccountsHtml = ({ accounts, sftp }: { accounts: readonly string[]; sftp: Served }): string =>
  documentOf(
    'Settlement',
    `${serverHtml(sftp)}
${
  accounts.length > 0
    ? `<ul>${accounts.map((account) => `<li><a href="/desk/settlement/${account}">${account}</a></li>`).join('')}</ul>`
    : '<p>Nothing was captured so far.</p>'
}
<form method="post"><button name="act" value="close">Close the day so far</button>
<button class="no" name="act" value="host_key">Change the host key</button></form>
<p><a href="/desk">Counter and bank</a></p>`,
  )

interface Shown {
  account: string
  files: readonly SettlementFile[]
  sftp: Served
  password: string
  flaws: readonly GivenFlaw[]
  today: string
}
/** One account: its files, how they are fetched, and what shall be wrong with them. */
export const settledAccountHtml = ({ account, files, sftp, password, flaws, today }: Shown): string =>
  documentOf(
    account,
    `${serverHtml(sftp)}
<dl><div><dt>User</dt><dd>${account}</dd></div><div><dt>Password</dt><dd>${escaped(password)}</dd></div></dl>
<form method="post"><label for="kind">What shall be wrong</label>
<select id="kind" name="kind">${flawKinds.map((kind) => `<option value="${kind}">${flawWords[kind]}</option>`).join('')}</select>
<label for="day">On the day</label><input id="day" name="day" type="date" value="${today}" required>
<label for="reference">Merchant’s reference of the line; empty for one by chance</label>
<input id="reference" name="reference" maxlength="255" autocomplete="off">
<label for="payout">The payout</label>
<select id="payout" name="payout"><option value="follows">is made by the wrong lines</option><option value="stays">is right</option></select>
<button name="act" value="spoil">Make it wrong</button></form>
${flaws.length > 0 ? flawsHtml(flaws) : ''}
<ul>${files.map((file) => fileHtml(account, file)).join('')}</ul>
<p><a href="/desk/settlement">All accounts</a></p>`,
  )

export const noSettlementHtml = (): string =>
  documentOf('Nothing here', '<p>No account has this page, or a field of the form cannot be.</p>')

const flawsHtml = (flaws: readonly GivenFlaw[]): string =>
  `<ul>${flaws
    .map(
      ({ kind, day, reference }) => `<li>${day}: ${flawWords[kind]}${reference ? `, ${escaped(reference)}` : ''}</li>`,
    )
    .join('')}</ul>
<form method="post"><button class="no" name="act" value="heal">Make everything right</button></form>`

const fileHtml = (account: string, { path, at }: SettlementFile): string =>
  `<li><a href="/desk/settlement/${account}/file?path=${encodeURIComponent(path)}">${escaped(path)}</a> ${at.toISOString()}</li>`

function serverHtml({ port, hostKey }: Served): string {
  if (port === null) return '<p class="state">The port of the SFTP server is taken by another process.</p>'
  const facts = [
    ['SFTP', `127.0.0.1, port ${port}`],
    ['Host key', hostKey.fingerprint],
  ]
  return `<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`
}

const flawWords: Record<FlawKind, string> = {
  row_missing: 'A line is missing',
  row_doubled: 'A line is there twice',
  off_by_one: 'An amount is a minor unit too low',
  other_currency: 'An amount is in another currency',
  fee_raised: 'Fees are three tenths of a percent higher',
  refund_next_day: 'Refunds come on the next day',
  footer_wrong: 'The sum is a minor unit off',
  late: 'The files come a day late',
  truncated: 'The files are cut off',
  growing: 'The files grow while they are looked at',
  sent_again: 'The files come again under another name',
  restated: 'Corrected files follow',
}
