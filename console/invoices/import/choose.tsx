import { Button, FileButton } from '@mantine/core'
import { useState, type DragEvent, type ReactNode } from 'react'
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
import styles from './import.module.css'

const accept = createInvoicesFromSheet.file.endings.map((ending) => `.${ending}`).join(',')

interface ChooseProps {
  fault: string
  pending: boolean
  onChoose: (sheet: File) => void
}

/** Where a sheet is chosen, or dropped, and what it has to look like. */
export function Choose({ fault, pending, onChoose }: ChooseProps): ReactNode {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  const sample = useAction(readInvoiceSampleSheet)
  const saveSample = async () => {
    const outcome = await sample.act({})
    if (outcome.ok) saveFile(fileOf(outcome.answer))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [sheet] = event.dataTransfer.files
    if (sheet && !pending) onChoose(sheet)
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
        <div
          className={styles['drop']}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Icon name="upload" size={24} />
          <p>{t(($) => $.invoiceImport.drop)}</p>
          <FileButton onChange={(sheet) => sheet && onChoose(sheet)} accept={accept}>
            {(props) => (
              <Button {...props} loading={pending}>
                {t(($) => $.invoiceImport.choose)}
              </Button>
            )}
          </FileButton>
          <p className={styles['hint']}>{t(($) => $.invoiceImport.nothingYet)}</p>
        </div>
        {fault && (
          <p role="alert" className={styles['fault']}>
            {fault}
          </p>
        )}
      </Offered>
      <Section title={t(($) => $.invoiceImport.format)}>
        <div className={styles['how']}>
          <p>{t(($) => $.invoiceImport.how, { rows: limits.invoiceSheetRows, invoices: limits.invoiceSheetInvoices })}</p>
          <p>{t(($) => $.invoiceImport.days)}</p>
          <p>{t(($) => $.invoiceImport.needed)}</p>
          <Words words={invoiceSheetColumns.slice(0, invoiceSheetColumnsNeeded)} />
          <p>{t(($) => $.invoiceImport.optional)}</p>
          <Words words={invoiceSheetColumns.slice(invoiceSheetColumnsNeeded)} />
        </div>
      </Section>
    </Screen>
  )
} // prettier-ignore

/** Words as they stand in a file. */
const Words = ({ words }: { words: readonly string[] }): ReactNode => (
  <ul className={styles['words']}>
    {words.map((word) => (
      <li key={word}>
        <bdi dir="ltr">{word}</bdi>
      </li>
    ))}
  </ul>
)
