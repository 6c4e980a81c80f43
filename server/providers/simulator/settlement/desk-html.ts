import { documentOf, escaped } from '../page-html.ts'
import type { GivenFlaw } from './book.ts'
import type { SettlementFile } from './files.ts'
import type { FlawKind } from './records.ts'
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
<form method="post"><input type="hidden" name="act" value="spoil"><label for="day">What shall be wrong on the day</label><input id="day" name="day" type="date" value="${today}" required>
<label for="reference">Merchant’s reference of the line; empty for one by chance</label>
<input id="reference" name="reference" maxlength="255" autocomplete="off">
<label for="payout">The payout</label>
<select id="payout" name="payout"><option value="follows">is made by the wrong lines</option><option value="stays">is right</option></select>
${Object.entries(groups).map(groupHtml).join('\n')}</form>
${flaws.length > 0 ? flawsHtml(flaws) : ''}
<ul>${files.map((file) => fileHtml(account, file)).join('')}</ul>
<p><a href="/desk/settlement">All accounts</a></p>`,
  )

export const noSettlementHtml = (): string =>
  documentOf('Nothing here', '<p>No account has this page, or a field of the form cannot be.</p>')

const groupHtml = ([title, kinds]: [string, readonly FlawKind[]]): string =>
  `<h2>${title}</h2>${kinds.map((kind) => `<button class="no" name="kind" value="${kind}">${flawWords[kind]}</button>`).join('')}`

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

/** What a day's files are made wrong with, by what finds it. */
const groups = {
  'Found by matching': [
    'row_doubled',
    'row_missing',
    'row_unknown',
    'off_by_one',
    'other_currency',
    'fee_raised',
    'tax_raised',
    'settled_late',
    'refund_next_day',
    'costs_added',
    'references_lost',
    'row_contradicted',
    'payout_missing',
  ],
  'Found by reading': ['footer_wrong', 'late', 'truncated', 'growing', 'sent_again', 'restated'],
} as const satisfies Record<string, readonly FlawKind[]>

const flawWords: Record<FlawKind, string> = {
  row_doubled: 'Duplicate: a line is there twice',
  row_missing: 'Missing in the settlement: a line is left out',
  row_unknown: 'Missing in the transactions: a line of a payment that nobody knows',
  off_by_one: 'Amount: a line is a minor unit too low',
  other_currency: 'Missing on both sides: a line is in another currency',
  fee_raised: 'Fee: three tenths of a percent more',
  tax_raised: 'Tax: a line has a minor unit more',
  settled_late: 'Expected, then late: a payment comes two weeks later',
  refund_next_day: 'Expected, then matched: refunds come on the next day',
  costs_added: 'Adjustment: a line of costs that belong to no payment',
  references_lost: 'Suggested: a line without references',
  row_contradicted: 'Ambiguous: two lines for one payment, a minor unit above and below',
  payout_missing: 'Not in the bank: the payouts do not arrive',
  footer_wrong: 'The sum is a minor unit off',
  late: 'The files come a day late',
  truncated: 'The files are cut off',
  growing: 'The files grow while they are looked at',
  sent_again: 'The files come again under another name',
  restated: 'Corrected files follow',
}
