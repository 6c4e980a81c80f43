import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createInvoicesFromSheet,
  invoiceSheetColumns,
  invoiceSheetColumnsNeeded,
  readInvoiceSampleSheet,
} from '#contract/invoice-batches.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { fileOf, saveFile } from '#console/kit/ui/save-file.ts'
import { DropSheet, SheetFormat, SheetWords } from '#console/kit/ui/sheet.tsx'

interface ChooseProps {
  fault: string
  pending: boolean
  onChoose: (sheet: File) => void
}

/** Where a sheet is chosen, or dropped, and what it has to look like. */
export function Choose({ fault, pending, onChoose }: ChooseProps): ReactNode {
  const { t } = useTranslation()
  const sample = useAction(readInvoiceSampleSheet)
  const saveSample = async () => {
    const outcome = await sample.act({})
    if (outcome.ok) saveFile(fileOf(outcome.answer))
  }
  return (
    <Screen
      name="invoices"
      title={t(($) => $.invoiceImport.title)}
      back="invoices"
      actions={
        <Button variant="default" leftSection={<Icon name="download" />} loading={sample.pending} onClick={() => void saveSample()}>
          {t(($) => $.invoiceImport.sample)}
        </Button>
      }
    >
      <Offered rule="invoices">
        <DropSheet
          endings={createInvoicesFromSheet.file.endings}
          words={{
            drop: t(($) => $.invoiceImport.drop),
            choose: t(($) => $.invoiceImport.choose),
            nothingYet: t(($) => $.invoiceImport.nothingYet),
          }}
          {...{ pending, fault, onChoose }}
        />
      </Offered>
      <Section title={t(($) => $.invoiceImport.format)}>
        <SheetFormat>
          <p>{t(($) => $.invoiceImport.how, { rows: limits.invoiceSheetRows, invoices: limits.invoiceSheetInvoices })}</p>
          <p>{t(($) => $.invoiceImport.days)}</p>
          <p>{t(($) => $.invoiceImport.needed)}</p>
          <SheetWords words={invoiceSheetColumns.slice(0, invoiceSheetColumnsNeeded)} />
          <p>{t(($) => $.invoiceImport.optional)}</p>
          <SheetWords words={invoiceSheetColumns.slice(invoiceSheetColumnsNeeded)} />
        </SheetFormat>
      </Section>
    </Screen>
  )
} // prettier-ignore
