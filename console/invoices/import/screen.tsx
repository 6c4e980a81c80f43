import { useState, type ReactNode } from 'react'
import { createInvoicesFromSheet, readInvoiceBatch, type InvoiceBatch } from '#contract/invoice-batches.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Missing } from '#console/kit/details/missing.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { ofInvoices } from '../calls.ts'
import { Batch } from './batch.tsx'
import { Choose } from './choose.tsx'

/** Invoices from a sheet: it is chosen and checked, and then made; or one that was made, by its reference. */
export default function ImportInvoices({ batchId }: { batchId: string }): ReactNode {
  return batchId ? <Made batchId={batchId} /> : <New />
}

function New(): ReactNode {
  const user = useUser()
  const go = useGo()
  const merchant = useActingFor()
  const [file, setFile] = useState<File | null>(null)
  const [checked, setChecked] = useState<InvoiceBatch | null>(null)
  const [fault, setFault] = useState('')
  const { act, pending } = useAction(createInvoicesFromSheet, { refreshes: ofInvoices })
  const send = async (sheet: File, dryRun: 'true' | 'false') => {
    setFault('')
    const body = { chaipay_key: merchant || user.iamportKey, environment: environmentOf(user), dry_run: dryRun }
    const outcome = await act({ file: sheet, body })
    if (outcome.ok) return outcome.answer
    const [error] = outcome.error.errors
    setFault(error ? fieldText(error) : failureText(outcome.error))
    return null
  }
  const check = async (sheet: File) => {
    setFile(sheet)
    setChecked(await send(sheet, 'true'))
  }
  const make = async () => {
    const made = file && (await send(file, 'false'))
    if (made) void go({ to: 'invoices', search: { import: made.batch_id }, replace: true })
  }
  if (!checked || !file) return <Choose fault={fault} pending={pending} onChoose={(sheet) => void check(sheet)} />
  return (
    <Batch
      batch={checked}
      fault={fault}
      pending={pending}
      onMake={() => void make()}
      onOther={() => setChecked(null)}
    />
  )
}

function Made({ batchId }: { batchId: string }): ReactNode {
  const go = useGo()
  const batch = useCall(readInvoiceBatch, { path: { batch_id: batchId }, query: {} })
  const { data, refetch } = batch
  useFresh(data?.status === 'running', () => void refetch())
  if (data) return <Batch batch={data} onOther={() => void go({ to: 'invoices', search: { import: 'new' } })} />
  return (
    <Screen name="invoices" back="invoices">
      <Unanswered query={batch} lines={8} missing={<Missing what="invoiceBatch" />} />
    </Screen>
  )
}
