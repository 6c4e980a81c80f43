import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readInvoicePdf } from '#contract/invoice-documents.ts'
import type { InvoiceRow } from '#contract/invoice-answers.ts'
import { remindOfInvoice } from '#contract/invoice-messages.ts'
import { readInvoice } from '#contract/invoices.ts'
import { useAction, useLook } from '#console/kit/api/use-call.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import type { ActItem } from '#console/kit/ui/act-items.tsx'
import { copyText } from '#console/kit/ui/copy-text.ts'
import { fileOf, saveFile } from '#console/kit/ui/save-file.ts'
import { actsOn, type InvoiceAct } from './acts-on.ts'
import { ofInvoices } from './calls.ts'

const dialogues = {
  send: lazy(() => import('./acts/send.tsx')),
  markSent: lazy(() => import('./acts/mark-sent.tsx')),
  recordPayment: lazy(() => import('./acts/record-payment.tsx')),
  credit: lazy(() => import('./acts/credit.tsx')),
  void: lazy(() => import('./acts/void.tsx')),
  unvoid: lazy(() => import('./acts/unvoid.tsx')),
}
export interface ActDialogueProps {
  invoice: InvoiceRow
  onClose: () => void
}

/** The acts on an invoice that its state and the user's rights allow, and the dialogue of the one that is open. */
export function useInvoiceActs(invoice: InvoiceRow): { acts: ActItem<InvoiceAct>[]; dialogue: ReactNode } {
  const { t } = useTranslation()
  const go = useGo()
  const merchant = useActingFor()
  const whose = merchant ? { merchant } : {}
  const { invoice_ref: ref } = invoice
  const [open, setOpen] = useState<keyof typeof dialogues | null>(null)
  const rights = { writable: useDenied('invoices') === null, refunds: useDenied('refund') === null }
  const look = useLook(readInvoice, { body: { invoice_ref: ref } })
  const remind = useAction(remindOfInvoice, { refreshes: ofInvoices })
  const pdf = useAction(readInvoicePdf)
  const savePdf = async () => {
    const outcome = await pdf.act({ path: { ref }, query: {} })
    if (outcome.ok) saveFile(fileOf(outcome.answer))
  }
  const icons = { send: 'mail', markSent: 'check', recordPayment: 'payments', credit: 'undo', void: 'close', unvoid: 'refresh' } as const // prettier-ignore
  const ask = (id: keyof typeof dialogues): Pick<ActItem, 'icon' | 'run'> => ({
    icon: icons[id],
    run: () => setOpen(id),
  })
  const item: Record<InvoiceAct, Omit<ActItem, 'id' | 'title'>> = {
    edit: { icon: 'settings', run: () => void go({ to: 'invoiceUpdate', search: { ref, ...whose } }) },
    send: ask('send'),
    remind: { icon: 'bell', run: () => void remind.act({ path: { ref }, body: {} }) },
    markSent: ask('markSent'),
    copy: { icon: 'copy', run: () => void look().then(({ invoice_url: url }) => copyText(url)) },
    pdf: { icon: 'download', run: () => void savePdf() },
    duplicate: { icon: 'plus', run: () => void go({ to: 'invoiceForm', search: { duplicate: ref, ...whose } }) },
    recordPayment: ask('recordPayment'),
    credit: ask('credit'),
    void: { ...ask('void'), danger: true },
    unvoid: ask('unvoid'),
  }
  const Dialogue = open && dialogues[open]
  return {
    acts: actsOn(invoice, rights).map((id) => ({ id, title: t(($) => $.invoices.acts[id]), ...item[id] })),
    dialogue: Dialogue && (
      <Suspense>
        <Dialogue invoice={invoice} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  }
}
