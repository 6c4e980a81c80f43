import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoiceRow } from '#contract/invoice-answers.ts'
import { createInvoiceArchive } from '#contract/invoice-archives.ts'
import { actOnInvoices } from '#contract/invoices.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { Icon, type IconName } from '#console/kit/ui/icons.tsx'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import { actsOn } from './acts-on.ts'
import { awaitArchive } from './awaited-archives.ts'
import { ofInvoices } from './calls.ts'
import { invoiceName } from './invoice-name.ts'
import { Outcomes, type Refused } from './outcomes.tsx'

const severalActs = ['send', 'remind', 'void'] as const
type SeveralAct = (typeof severalActs)[number]
const icons: Record<SeveralAct, IconName> = { send: 'mail', remind: 'bell', void: 'close' }

/** The acts on the chosen invoices: each is asked about with the number that it is possible for. */
export function Several({ invoices, onDone }: { invoices: readonly InvoiceRow[]; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<SeveralAct | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const { act, pending } = useAction(actOnInvoices, { refreshes: ofInvoices })
  // What is paid is sent again one by one, by who means it.
  const possible = (id: SeveralAct) =>
    invoices.filter((invoice) => invoice.amount_due > 0 && actsOn(invoice, { writable: true, refunds: false }).includes(id))
  const run = async (id: SeveralAct) => {
    const body = { act: id, invoice_refs: possible(id).map(({ invoice_ref: ref }) => ref) }
    const outcome = await act({ body })
    setAsked(null)
    if (!outcome.ok) return
    const done = outcome.answer.filter((one) => one.done).length
    if (done > 0) toastSuccess(t(($) => $.invoices.severalDone[id], { count: done }))
    const named = new Map(invoices.map((invoice) => [invoice.invoice_ref, `${invoiceName(invoice)} · ${invoice.customer_name}`]))
    const others = outcome.answer.filter((one) => !one.done)
    setRefused(others.map((one) => ({ name: named.get(one.invoice_ref) ?? one.invoice_ref, reason: wireWord('reasons', one.reason) })))
    if (others.length === 0) onDone()
  }
  return (
    <>
      {severalActs.map((id) => {
        const count = possible(id).length
        return (
          <Button key={id} size="xs" variant="default" leftSection={<Icon name={icons[id]} size={14} />} disabled={count === 0} onClick={() => setAsked(id)}>
            {t(($) => $.invoices.severalActs[id], { count })}
          </Button>
        )
      })}
      <DownloadPdfs invoices={invoices} />
      {asked && (
        <Confirm
          title={t(($) => $.invoices.severalTitle[asked], { count: possible(asked).length })}
          confirm={t(($) => $.invoices.acts[asked])}
          danger={asked === 'void'}
          pending={pending}
          onConfirm={() => void run(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t(($) => $.invoices.severalText[asked])}</p>
          {possible(asked).length < invoices.length && (
            <p>{t(($) => $.invoices.severalLeftOut, { count: invoices.length - possible(asked).length })}</p>
          )}
        </Confirm>
      )}
      {refused.length > 0 && <Outcomes refused={refused} onClose={() => setRefused([])} />}
    </>
  )
} // prettier-ignore

/** The PDFs of all that are chosen, whatever their states. The zip has an address, so it can be left and found again. */
function DownloadPdfs({ invoices }: { invoices: readonly InvoiceRow[] }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const search = useScreenSearch('invoices')
  const { act, pending } = useAction(createInvoiceArchive)
  const begin = async () => {
    const outcome = await act({ body: { invoice_refs: invoices.map(({ invoice_ref: ref }) => ref) } })
    if (!outcome.ok) return
    const { archive_id: archive } = outcome.answer
    awaitArchive(archive)
    void go({ to: 'invoices', search: { ...search, archive }, replace: true })
  }
  return (
    <Button size="xs" variant="default" leftSection={<Icon name="download" size={14} />} loading={pending} onClick={() => void begin()}>
      {t(($) => $.invoices.downloadPdfs, { count: invoices.length })}
    </Button>
  )
} // prettier-ignore
