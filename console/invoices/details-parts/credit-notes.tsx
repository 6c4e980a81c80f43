import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contract/invoice-answers.ts'
import { readCreditNotePdf } from '#contract/invoice-documents.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Amount, Reference, Time } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { fileOf, saveFile } from '#console/kit/ui/save-file.ts'

/** The credit notes that stand for the invoice, each with its document. */
export function CreditNotes({ invoice: { credit_notes: notes } }: { invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  const { act } = useAction(readCreditNotePdf)
  if (notes.length === 0) return null
  const save = async (ref: string) => {
    const outcome = await act({ path: { ref }, query: {} })
    if (outcome.ok) saveFile(fileOf(outcome.answer))
  }
  return (
    <Section title={t(($) => $.invoices.creditNotes)}>
      <SmallTable
        rows={notes}
        rowKey={(row) => row.credit_note_ref}
        nothing=""
        columns={[
          { name: 'credit_note_number', kind: 'reference', cell: (row) => <Reference>{row.credit_note_number}</Reference> },
          { name: 'created_at', kind: 'time', cell: (row) => <Time at={row.created_at} /> },
          { name: 'reason', kind: 'text', cell: (row) => (row.refund_id ? t(($) => $.invoices.refund) : <bdi>{row.reason}</bdi>) },
          { name: 'created_by', kind: 'text', cell: (row) => <bdi>{row.created_by}</bdi> },
          { name: 'amount', kind: 'amount', cell: (row) => <Amount value={row.amount} currency={row.currency} /> },
          {
            name: 'file',
            kind: 'text',
            cell: (row) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t(($) => $.invoices.downloadCredit, { number: isolatedLtr(row.credit_note_number) })}
                onClick={() => void save(row.credit_note_ref)}
              >
                <Icon name="download" />
              </ActionIcon>
            ),
          },
        ]}
      />
    </Section>
  )
} // prettier-ignore
