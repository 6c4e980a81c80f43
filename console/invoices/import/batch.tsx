import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readInvoiceErrorSheet, type InvoiceBatch, type InvoiceRowFault } from '#contract/invoice-batches.ts'
import { isCurrency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { ObjectHead, Who } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { fileOf, saveFile } from '#console/kit/ui/save-file.ts'
import { SheetFault } from '#console/kit/ui/sheet.tsx'
import styles from './import.module.css'

interface BatchProps {
  batch: InvoiceBatch
  fault?: string
  pending?: boolean
  /** Makes the good ones of a sheet that was checked; absent for one that was not chosen here. */
  onMake?: () => void
  onOther: () => void
}

/** A sheet that was checked or made: what it comes to, its first invoices, and every fault with row and column. */
export function Batch({ batch, fault = '', pending = false, onMake, onOther }: BatchProps): ReactNode {
  const { t } = useTranslation()
  const { dry_run: checked, invoices, success_count: good, known_count: known, failed_count: bad, status } = batch
  const toMake = good - known
  return (
    <Screen
      name="invoices"
      title={t(($) => $.invoiceImport.title)}
      back="invoices"
      wide
      actions={
        <>
          <Button variant="default" leftSection={<Icon name="upload" />} onClick={onOther}>
            {t(($) => $.invoiceImport.other)}
          </Button>
          {batch.error_sheet && <ErrorSheet batchId={batch.batch_id} />}
          {checked && onMake && toMake > 0 && (
            <Button loading={pending} onClick={onMake}>
              {t(($) => $.invoiceImport.make, { count: toMake })}
            </Button>
          )}
          {!checked && <ButtonLink to="invoices" search={{}}>{t(($) => $.invoiceImport.toInvoices)}</ButtonLink>}
        </>
      }
    >
      <ObjectHead
        amount={batch.totals.length > 0 ? <Totals batch={batch} /> : <span>{t(($) => $.invoiceImport.noneGood)}</span>}
        state={<Status of="invoiceBatch" state={status} />}
        facts={[
          { name: 'file', fact: <Who>{batch.file_name}</Who> },
          { name: 'time', fact: <Time at={batch.created_at} zoned /> },
        ]}
      />
      <SheetFault fault={fault} />
      {checked && toMake > limits.invoiceSheetAtOnce && <p className={styles['hint']}>{t(($) => $.invoiceImport.byJob)}</p>}
      {known > 0 && <p className={styles['hint']}>{t(($) => $.invoiceImport.known, { count: known })}</p>}
      {checked && bad > 0 && toMake > 0 && <p className={styles['hint']}>{t(($) => $.invoiceImport.goodAlone)}</p>}
      {checked && !onMake && toMake > 0 && <p className={styles['hint']}>{t(($) => $.invoiceImport.chooseAgain)}</p>}
      {status === 'running' && (
        <Progress mb={16} aria-label={t(($) => $.invoiceImport.progress)} value={invoices > 0 ? ((good + bad) / invoices) * 100 : 0} />
      )}
      <Section title={t(($) => (checked ? $.invoiceImport.checked : $.invoiceImport.made))}>
        <Facts
          facts={[
            [t(($) => $.invoiceImport.rows), batch.rows],
            [t(($) => $.invoiceImport.invoices), invoices],
            [t(($) => (checked ? $.invoiceImport.good : $.invoiceImport.created)), good],
            [t(($) => $.invoiceImport.bad), bad],
            [t(($) => $.invoiceImport.finished), batch.finished_at ? <Time key="end" at={batch.finished_at} zoned /> : undefined],
          ]}
        />
      </Section>
      {batch.first.length > 0 && (
        <Section title={t(($) => $.invoiceImport.first)}>
          <SmallTable
            rows={batch.first}
            rowKey={(row) => row.invoice_number}
            nothing=""
            columns={[
              { name: 'invoice_number', kind: 'reference', cell: (row) => <Reference>{row.invoice_number}</Reference> },
              { name: 'customer_name', kind: 'text', cell: (row) => <bdi>{row.customer_name}</bdi> },
              { name: 'amount', kind: 'amount', cell: (row) => <Sum {...row} /> },
            ]}
          />
        </Section>
      )}
      {batch.failures.length > 0 && (
        <Section title={t(($) => $.invoiceImport.faults)}>
          <Faults faults={batch.failures} />
        </Section>
      )}
    </Screen>
  )
} // prettier-ignore

const Sum = ({ amount, currency }: { amount: string; currency: string }): ReactNode =>
  isCurrency(currency) ? <Amount value={Number(amount)} currency={currency} /> : <LeftToRight>{amount}</LeftToRight>

const Totals = ({ batch }: { batch: InvoiceBatch }): ReactNode =>
  batch.totals.map(({ currency, amount }) => (
    <span key={currency} className={styles['total']}>
      <Sum {...{ currency, amount }} />
    </span>
  ))

function Faults({ faults }: { faults: readonly InvoiceRowFault[] }): ReactNode {
  return (
    <SmallTable<InvoiceRowFault>
      rows={faults}
      rowKey={({ row, column, reason }) => `${row} ${column} ${reason}`}
      nothing=""
      columns={[
        { name: 'row_no', kind: 'number', cell: ({ row }) => row },
        { name: 'sheet_column', kind: 'text', cell: ({ column }) => <LeftToRight>{column}</LeftToRight> },
        { name: 'fault', kind: 'text', cell: ({ reason, params }) => fieldText({ reason, params, text: reason }) },
      ]}
    />
  )
}

/** The faulty rows as they were, with a column that says what to do: corrected, it is the next sheet. */
function ErrorSheet({ batchId }: { batchId: string }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(readInvoiceErrorSheet)
  const save = async () => {
    const outcome = await act({ path: { batch_id: batchId }, query: {} })
    if (outcome.ok) saveFile(fileOf(outcome.answer))
  }
  return (
    <Button variant="default" leftSection={<Icon name="download" />} loading={pending} onClick={() => void save()}>
      {t(($) => $.invoiceImport.errorSheet)}
    </Button>
  )
}
