import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import {
  listPayoutBatches,
  listPayoutSheetReadings,
  uploadPayoutBatch,
  type PayoutBatch,
} from '#contract/payout-batches.ts'
import { listPayouts } from '#contract/payouts.ts'
import { payoutColumnsNeeded, payoutSheetColumns, type PayoutSheetReading } from '#contract/payout-sheet.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { saveFile } from '#console/kit/ui/save-file.ts'
import { DropSheet, SheetFault, SheetFormat, SheetWords } from '#console/kit/ui/sheet.tsx'
import { Mapping } from './mapping.tsx'
import { Outcome, ResultSheet } from './outcome.tsx'
import styles from './payout-batches.module.css'

/** A new sheet: it is chosen and checked, mapped where its titles do not say enough, and then its payouts are made. */
export function NewSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const [file, setFile] = useState<File | null>(null)
  const [checked, setChecked] = useState<PayoutBatch | null>(null)
  const [changed, setChanged] = useState<PayoutSheetReading | null>(null)
  const [fault, setFault] = useState('')
  const { act, pending } = useAction(uploadPayoutBatch, {
    refreshes: [listPayoutBatches, listPayoutSheetReadings, listPayouts],
  })

  const send = async (chosen: File, dryRun: boolean, reading: PayoutSheetReading | null) => {
    setFault('')
    const outcome = await act({
      file: chosen,
      body: {
        environment: environmentOf(user),
        dry_run: dryRun ? 'true' : 'false',
        ...(reading && { mapping: JSON.stringify(reading.columns), defaults: JSON.stringify(reading.defaults) }),
      },
    })
    if (outcome.ok) return outcome.answer
    const [error] = outcome.error.errors
    setFault(error ? fieldText(error) : failureText(outcome.error))
    return null
  }
  const check = async (chosen: File, reading: PayoutSheetReading | null) => {
    setFile(chosen)
    const batch = await send(chosen, true, reading)
    if (!batch) return
    setChecked(batch)
    setChanged(null)
  }
  const make = async () => {
    if (!file || !checked) return
    const batch = await send(file, false, { columns: checked.mapping, defaults: checked.defaults })
    if (!batch) return
    onClose()
    void go({ to: 'managePayouts', search: { tab: 'batches', batch: batch.batch_id } })
  }
  const close = (
    <Button variant="default" onClick={onClose}>
      {t(($) => $.payoutBatches.all)}
    </Button>
  )

  if (!checked || !file)
    return (
      <>
        <div className={styles['acts']}>
          {close}
          <Button variant="default" leftSection={<Icon name="download" />} onClick={saveTemplate}>
            {t(($) => $.payoutBatches.template)}
          </Button>
        </div>
        <DropSheet
          endings={uploadPayoutBatch.file.endings}
          words={{
            drop: t(($) => $.payoutBatches.drop),
            choose: t(($) => $.payoutBatches.choose),
            nothingYet: t(($) => $.payoutBatches.nothingYet),
          }}
          onChoose={(chosen) => void check(chosen, null)}
          {...{ pending, fault }}
        />
        <Section title={t(($) => $.payoutBatches.fileFormat)}>
          <SheetFormat>
            <p>{t(($) => $.payoutBatches.how, { rows: limits.payoutSheetRows })}</p>
            <p>{t(($) => $.payoutBatches.needed)}</p>
            <SheetWords words={payoutColumnsNeeded} />
            <p>{t(($) => $.payoutBatches.whom)}</p>
            <SheetWords words={payoutSheetColumns.filter((column) => !isNeeded(column))} />
          </SheetFormat>
        </Section>
      </>
    )
  return (
    <>
      <div className={styles['acts']}>
        {close}
        <ResultSheet batchId={checked.batch_id} />
        {changed ? (
          <Button loading={pending} onClick={() => void check(file, changed)}>
            {t(($) => $.payoutBatches.again)}
          </Button>
        ) : (
          checked.valid_count > 0 && (
            <Button loading={pending} onClick={() => void make()}>
              {t(($) => $.payoutBatches.make, { count: checked.valid_count })}
            </Button>
          )
        )}
      </div>
      <SheetFault fault={fault} />
      {checked.error_count > 0 && checked.valid_count > 0 && (
        <p className={styles['hint']}>{t(($) => $.payoutBatches.goodAlone)}</p>
      )}
      <Mapping batch={checked} reading={changed ?? readingOf(checked)} onChange={setChanged} />
      <Outcome batch={checked} />
    </>
  )
}

const readingOf = ({ mapping, defaults }: PayoutBatch): PayoutSheetReading => ({ columns: mapping, defaults })
const isNeeded = (column: string): boolean => (payoutColumnsNeeded as readonly string[]).includes(column)

/** Saves a template with the columns and an example row. */
function saveTemplate(): void {
  const example = [
    'INV-1001', '', '', 'Supplier Pte Ltd', '0012345678', 'BANK', 'DBSSSGSG', '', 'SG', 'SGD', '1250.00', 'Invoice 1001',
  ] // prettier-ignore
  const text = `\uFEFF${payoutSheetColumns.join(',')}\r\n${payoutSheetColumns.map((_, at) => example[at] ?? '').join(',')}\r\n`
  saveFile({ name: 'payouts.csv', file: new Blob([text], { type: 'text/csv' }) })
}
