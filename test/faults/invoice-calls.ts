import { randomUUID } from 'node:crypto'
import type { Call } from '#contract/kit/call.ts'
import { readInvoiceSettings, updateInvoiceSettings } from '#contract/invoice-settings.ts'
import { createInvoice } from '#contract/invoices.ts'
import { addressOf, signedBody } from '#test/request.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { verifyAllInvoices } from '#server/invoices/verify.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'
import { ask, isCertain, signIn, type Answer, type Load } from './client.ts'
import { becomes, type Deployment } from './deployment.ts'
import { anyAddress, anyOf, type Merchant } from './intents.ts'
import type { Journal } from './journal.ts'

type Fields = Readonly<Record<string, unknown>>

/** An invoice as its merchant's calls answer it: what tests look at. */
export interface ShownInvoice {
  invoice_ref: string
  invoice_number: string
  status: string
  revision: number
  currency: string
  amount: number
  amount_paid: number
  amount_due: number
  amount_credited: number
  amount_refunded: number
  sub_total: number
}

/** Asks either API as a user of the merchant, signed where the call is, with one key until the answer is certain. */
export async function askAs(
  load: Load,
  merchant: Merchant,
  call: Call,
  { path = {}, body = {} }: { path?: Record<string, string>; body?: Fields } = {},
): Promise<Answer> {
  const session = anyOf(merchant.sessions)
  const headers = {
    authorization: `Bearer ${session.token}`,
    'idempotency-key': randomUUID(),
    'x-forwarded-for': anyAddress(),
  }
  const question = {
    method: call.method as 'POST' | 'PUT',
    path: addressOf(call, path),
    body: signedBody(call, body, { key: session.signingKey, about: merchant.key }),
    headers,
  }
  let answer: Answer | null = null
  const asked = async () => isCertain((answer = await ask(load.journal, anyOf(load.deployment.apis).url, question)))
  if (!(await becomes(asked, 60_000))) throw new Error(`${question.path}: no certain answer`)
  return answer as unknown as Answer
}

/** The content of an answer. Throws where the call was refused. */
export function contentOf<Content>({ status, text, content }: Answer): Content {
  if (status !== 200) throw new Error(text)
  return content as Content
}

/** Draws up an invoice of one line, or of what the fields say. */
export const draftInvoice = async (load: Load, merchant: Merchant, fields: Fields = {}): Promise<ShownInvoice> => {
  const draft = {
    environment: 'sandbox',
    currency: merchant.currency,
    customer: { name: 'Mei Tan', email: 'mei.tan@shop.example' },
    line_items: [{ detail: 'Harbour tour', quantity: 1, rate: 100 }],
    amount: 100,
    sub_total: 100,
    due_date: dayFromNow(30),
    ...fields,
  }
  return contentOf(await askAs(load, merchant, createInvoice, { body: draft }))
}

/** Saves the given invoice settings of the merchant. */
export async function saveSettings(load: Load, merchant: Merchant, settings: Fields): Promise<void> {
  const path = { id: merchant.key }
  const { revision } = contentOf<{ revision: number }>(await askAs(load, merchant, readInvoiceSettings, { path }))
  contentOf(await askAs(load, merchant, updateInvoiceSettings, { path, body: { revision, ...settings } }))
}

/** The day so many days from today, as UTC has it. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The merchants, signed in within the last minutes, as recording a payment requires. */
export type SignedIn = () => Promise<Load>
export function keptSignedIn(deployment: Deployment, journal: Journal, { sessions }: { sessions: number }): SignedIn {
  let signedInAt = Number.NEGATIVE_INFINITY
  let load: Promise<Load> | undefined
  return () => {
    if (!load || performance.now() - signedInAt > 150_000) {
      signedInAt = performance.now()
      const asked = signIn(deployment, journal, { sessions }).then((merchants) => ({ deployment, journal, merchants }))
      load = asked
      // One that failed, as the API was killed meanwhile, is tried again.
      asked.catch(() => {
        if (load === asked) load = undefined
      })
    }
    return load
  }
}

/** What the program itself finds in its invoices and ledgers. */
export async function ownFindings({ ownerUrl }: Deployment): Promise<string[]> {
  const database = openDatabase(ownerUrl, { most: 2 })
  try {
    const found = [...(await verifyAllInvoices(database)), ...(await verifyAllLedgers(database))]
    return found.map(({ invariant, detail }) => `${invariant}: ${detail}`)
  } finally {
    await database.close()
  }
}
