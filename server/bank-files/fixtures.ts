import type { BankAnswer, BankFile, BankLine } from '#contract/bank-files.ts'
import { openPayingOut, type PayingOut, type Wish } from '#server/payouts/fixtures.ts'
import { bankFileProvider } from '#server/providers/bank-file/adapter.ts'
import { form, formType } from '#test/picture.ts'
import type { Answer, TestSession } from '#test/test-app.ts'

export const ownIban = 'DE89370400440532013000'
export const accountNo = 'BANK_FILE-EUR'
const creditor = 'NL91ABNA0417164300'

/** A payment of a statement of the tests' account. */
export interface Booked {
  ref?: string
  amount: string
  side: 'CRDT' | 'DBIT'
  endToEndId?: string
  name?: string
  returned?: string
  status?: string
}
/** A statement, or a notification, as a bank writes it. */
export function camt(entries: readonly Booked[], { account = ownIban, kind = '053', id = 'S-1' } = {}): string {
  const [root, part] = kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const rows = entries.map(({ ref, amount, side, endToEndId, name, returned, status = 'BOOK' }, index) => {
    const party = side === 'CRDT' ? 'Dbtr' : 'Cdtr'
    return `<Ntry><NtryRef>${index + 1}</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
      <BookgDt><Dt>2026-03-02</Dt></BookgDt>${ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : ''}
      <NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs>
      <RltdPties><${party}><Pty><Nm>${name ?? 'Ada'}</Nm></Pty></${party}></RltdPties>
      ${returned ? `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
  })
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.08"><${root}><${part}><Id>${id}</Id>
    <Acct><Id><IBAN>${account}</IBAN></Id></Acct>${rows.join('')}</${part}></${root}></Document>`
}

/** Payouts that leave in files, through the front door: a connected channel, its account with money, and two custodians. */
export async function openBankFiles(balance = 1_000) {
  const out: PayingOut = await openPayingOut()
  const { services } = out.testApp.serveParts
  const others = services.provider
  services.provider = (name, credentials, environment) =>
    name === 'bank-file' ? bankFileProvider(credentials) : others(name, credentials, environment)
  const ann = await out.signIn(['payouts-admin'], { name: 'Ann' })
  const ben = await out.signIn(['payouts-admin'], { name: 'Ben' })
  const keyed = () => ({ 'idempotency-key': crypto.randomUUID() })
  const call = (by: TestSession, method: 'GET' | 'POST', path: string, body?: object) =>
    out.testApp.call(by, method, path, body, method === 'POST' ? keyed() : {})
  const contentOf = <T>(answer: Answer): T => {
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.content as unknown as T
  }
  const connect = (creds: Record<string, string> = {}) =>
    call(ann, 'POST', `/merchants/${out.merchant.key}/add-paychannel/BANK_FILE`, {
      pay_type: 'PAYOUT',
      creds: {
        account_holder: 'Acme Übersee GmbH',
        account_number: 'DE89 3704 0044 0532 0130 00',
        bic: 'COBADEFFXXX',
        currency: 'EUR',
        company_id: 'ACME-1',
        ...creds,
      },
    })
  const open = (currency = 'EUR') =>
    call(ann, 'POST', `/merchants/${out.merchant.key}/payout/va`, {
      channel_key: 'BANK_FILE',
      account_name: 'House bank',
      currency,
    })
  const bring = (xml: string, by = ann) =>
    out.testApp.call(
      by,
      'POST',
      '/api/payouts/bank-answers',
      form({}, [{ field: 'file', name: 'answer.xml', bytes: Buffer.from(xml) }]),
      { 'content-type': formType, ...keyed() },
    )
  const files = {
    out,
    ann,
    ben,
    call,
    contentOf,
    connect,
    open,
    bring,
    /** What an answer did: its lines by verdict, with the payout or the bank's reference. */
    async took(xml: string) {
      const answer = contentOf<BankAnswer>(await bring(xml))
      return { ...answer, did: answer.lines.map(({ verdict, txn_ref, bank_ref }) => [verdict, txn_ref || bank_ref]) }
    },
    make: () => call(ann, 'POST', '/api/payouts/bank-files', { channel_key: 'BANK_FILE' }),
    async made(): Promise<BankFile> {
      return contentOf<BankFile>(await files.make())
    },
    async xmlOf(fileId: string): Promise<string> {
      return contentOf<{ xml: string }>(await call(ann, 'GET', `/api/payouts/bank-files/${fileId}/download`)).xml
    },
    async tab() {
      return contentOf<{
        channels: { ready_count: number; ready_total: number }[]
        files: BankFile[]
        waiting: BankLine[]
      }>(await call(ann, 'GET', '/api/payouts/bank-files'))
    },
    /** Payouts of some amounts in one file. */
    async inFile(...amounts: number[]) {
      const refs: string[] = []
      for (const amount of amounts) refs.push(await files.approved({ amount }))
      return { refs, file: await files.made() }
    },
    /** A payout that people have approved and that waits for its file. */
    async approved(changes: Wish = {}): Promise<string> {
      const ref = await out.make(accountNo, {
        txn_ref: crypto.randomUUID(),
        bank_details: { account_no: creditor, account_type: 'BANK', account_name: 'Supplier BV', country: 'NL' },
        currency: 'EUR',
        reason: 'monthly',
        ...changes,
      })
      await out.approve(ref)
      await out.send(ref)
      return ref
    },
  }
  if (balance > 0) {
    contentOf(await connect())
    contentOf(await open())
    await files.took(camt([{ ref: 'OPEN', amount: `${balance}.00`, side: 'CRDT' }], { id: 'S-0' }))
  }
  return files
}
export type BankFiles = Awaited<ReturnType<typeof openBankFiles>>
