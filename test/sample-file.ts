import { randomUUID } from 'node:crypto'
import { uploadBankAnswer } from '#contract/bank-files.ts'
import { createInvoicesFromSheet } from '#contract/invoice-batches.ts'
import type { Call } from '#contract/kit/call.ts'
import { importReconExceptions } from '#contract/recon-exception-sheets.ts'
import { uploadReconFile } from '#contract/recon-files.ts'
import { uploadThirdParty } from '#contract/third-party.ts'
import { sampleAccount } from './payout-objects.ts'
import { png, type FormFile } from './picture.ts'

/** A file that an upload takes; another `variant` has other bytes. */
export function sampleFile(call: Call, changes: Partial<FormFile> = {}, { variant = 0 } = {}): FormFile {
  const ending = call.file?.endings.find((each) => Object.hasOwn(samples, each)) ?? call.file?.endings[0] ?? ''
  const sample = ofCalls[call.at] ?? samples[ending]
  if (!sample) throw new Error(`make a sample of a file for ${call.at}`)
  return { field: call.file?.field ?? '', name: `sample.${ending}`, bytes: sample(variant), ...changes }
}

const samples: Record<string, (variant: number) => Buffer> = {
  pdf: (variant) => Buffer.from(`%PDF-1.7\n%${variant}\n%%EOF\n`),
  png: (variant) => png(256 + variant, 256 + variant),
  csv: (variant) =>
    Buffer.from(`reference,amount,currency,reason,note\nsample-${variant}-${randomUUID()},1,SGD,other,`),
}

/** A statement of the account of the seeded channel; each is of another payment. */
const statement = (variant: number): Buffer =>
  Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S${variant}</Id><Acct><Id><Othr><Id>${sampleAccount}</Id></Othr></Id></Acct><Ntry><Amt Ccy="SGD">1</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${variant}-${randomUUID()}</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>`,
  )

/** Files of calls that take no other of their kind. */
const ofCalls: Partial<Record<string, (variant: number) => Buffer>> = {
  [uploadThirdParty.at]: (variant) =>
    Buffer.from(`date,amount,currency,status,order_id\n2026-03-01,1,SGD,paid,S${variant}-${randomUUID()}`),
  // By the seeded mapping.
  [uploadReconFile.at]: (variant) =>
    Buffer.from(`Date,Amount,Reference,Type\n2026-03-01,1,S${variant}-${randomUUID()},Payment\n`),
  // Of a record that nobody knows.
  [importReconExceptions.at]: (variant) =>
    Buffer.from(`sheet_key,sheet_act,sheet_reason\n1.a.${randomUUID()}#0000000000000000#00000000,comment,${variant}\n`),
  [uploadBankAnswer.at]: statement,
  [createInvoicesFromSheet.at]: (variant) => {
    const head = 'InvoiceNumber,InvoiceDate,InvoiceDueDate,CustomerName,CustomerEmail,Currency,LineItem_ID,LineItem_Detail,LineItem_Quantity,LineItem_Rate' // prettier-ignore
    return Buffer.from(
      `${head}\nS${variant}-${randomUUID().slice(0, 18)},2026-03-01,2036-03-31,Mei Tan,,SGD,,Harbour tour,1,100`,
    )
  },
}
