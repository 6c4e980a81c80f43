import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoiceRow } from '#contract/invoice-answers.ts'
import { invoiceList, receivableBuckets } from '#contract/invoice-list.ts'
import { exportInvoices, listInvoices } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { Day, Reference, Who } from '#console/kit/details/values.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useMerchantOf } from '#console/kit/list/use-merchant-of.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Beginnings, NewInvoice } from './beginnings.tsx'
import { invoiceName } from './invoice-name.ts'
import styles from './invoices.module.css'
import { Receivables } from './receivables.tsx'
import { RowMenu } from './row-menu.tsx'
import { Several } from './several.tsx'

const Archive = lazy(() => import('./archive.tsx'))
const TemplatePicker = lazy(() => import('./template-picker.tsx'))

/** The invoices of the merchant, each with its acts; of a master, those of all its merchants. */
export function InvoiceList(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const { templates, archive, ...search } = useScreenSearch('invoices')
  const acting = useActingFor()
  const across = user.is_master_merchant && acting === ''
  const writable = useDenied('invoices') === null
  const merchantOf = useMerchantOf()
  return (
    <>
      <ListScreen
        name="invoices"
        table="invoices"
        call={listInvoices}
        exports={exportInvoices}
        exportsAlso={{ title: t(($) => $.invoices.exportLines), asked: { lines: true } }}
        list={invoiceList}
        status="invoice"
        rowKey={(invoice) => invoice.invoice_ref}
        to={(invoice) => ({ to: 'invoiceDetails', search: { ref: invoice.invoice_ref } })}
        above={!across && <Receivables />}
        keep={['templates', 'archive']}
        cells={{
          invoice_number: ({ invoice_number: number }) =>
            number ? <Reference>{number}</Reference> : <span className={styles['draft']}>{t(($) => $.invoices.draft)}</span>,
          customer_name: (invoice) => <Who name={invoice.customer_name} email={invoice.email} />,
          status: (invoice) => <State invoice={invoice} />,
          invoice_date: (invoice) => <Day of={invoice.invoice_date} />,
          due_date: (invoice) => <Day of={invoice.due_date} />,
          partially_paid: ({ partially_paid: partly }) => codeWord('yesNo', partly ? 'yes' : 'no'),
        }}
        acts={(invoice) => <RowMenu invoice={invoice} merchant={merchantOf(invoice)} />}
        choosing={
          across || !writable
            ? undefined
            : {
                nameOf: (invoice) => `${invoiceName(invoice)}, ${invoice.customer_name}`,
                most: limits.invoicesAtOnce,
                acts: (rows, clear) => <Several invoices={rows} onDone={clear} />,
              }
        }
        choices={{
          receivable: receivableBuckets.map((value) => ({ value, label: codeWord('receivableBuckets', value) })),
          partially_paid: ['yes', 'no'].map((value) => ({ value, label: codeWord('yesNo', value) })),
        }}
        begin={<NewInvoice />}
        searchFinds={t(($) => $.invoices.searchFinds)}
        empty={{
          title: t(($) => $.invoices.emptyTitle),
          text: t(($) => $.invoices.emptyText),
          begin: <Beginnings />,
        }}
      />
      {archive && (
        <Suspense>
          <Archive key={archive} archiveId={archive} onClose={() => void go({ to: 'invoices', search, replace: true })} />
        </Suspense>
      )}
      {templates && (
        <Suspense>
          <TemplatePicker onClose={() => void go({ to: 'invoices', search, replace: true })} />
        </Suspense>
      )}
    </>
  )
} // prettier-ignore

/** The state, and that a part is paid. */
function State({ invoice }: { invoice: InvoiceRow }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <Status of="invoice" state={invoice.status} />
      {invoice.partially_paid && <span className={styles['mark']}> · {t(($) => $.invoices.partlyPaid)}</span>}
    </>
  )
}
