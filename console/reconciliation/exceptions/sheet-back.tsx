import { Button, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { importReconExceptions, type ReconExceptionImport } from '#contract/recon-exception-sheets.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { DropSheet, SheetFault } from '#console/kit/ui/sheet.tsx'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { ofExceptions } from './acts.ts'
import { SheetVerdicts } from './sheet-verdicts.tsx'
import styles from './exceptions.module.css'

/** Takes a sheet of exceptions back: it is chosen, each of its rows gets a verdict, and then what it says is done. */
export function SheetBack({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [file, setFile] = useState<File | null>(null)
  const [read, setRead] = useState<ReconExceptionImport | null>(null)
  const [fault, setFault] = useState('')
  const { act, pending } = useAction(importReconExceptions, { refreshes: ofExceptions })
  useReturnFocus()
  const send = async (chosen: File, isDry: boolean) => {
    setFault('')
    setFile(chosen)
    const outcome = await act({ file: chosen, body: { environment, dry_run: isDry ? 'true' : 'false' } })
    if (outcome.ok) return setRead(outcome.answer)
    const [error] = outcome.error.errors
    setFault(error ? fieldText(error) : failureText(outcome.error))
  }
  const toDo = read?.dry_run ? read.applied + read.proposed : 0
  return (
    <Modal opened onClose={onClose} size="xl" title={t(($) => $.reconExceptions.sheetTitle)} closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}>
      <div className={dialogue['body']}>
        {read ? (
          <>
            <p className={styles['hint']}>{t(($) => (read.dry_run ? $.reconExceptions.sheetChecked : $.reconExceptions.sheetDone))}</p>
            <SheetVerdicts of={read} />
            <SheetFault fault={fault} />
          </>
        ) : (
          <>
            <p className={styles['hint']}>{t(($) => $.reconExceptions.sheetHow)}</p>
            <DropSheet
              endings={importReconExceptions.file.endings}
              words={{
                drop: t(($) => $.reconExceptions.sheetDrop),
                choose: t(($) => $.reconExceptions.sheetChoose),
                nothingYet: t(($) => $.reconExceptions.sheetNothingYet),
              }}
              onChoose={(chosen) => void send(chosen, true)}
              {...{ pending, fault }}
            />
          </>
        )}
        <div className={dialogue['buttons']}>
          {read?.dry_run && (
            <Button variant="default" onClick={() => setRead(null)}>
              {t(($) => $.reconExceptions.sheetOther)}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t(($) => $.confirm.close)}
          </Button>
          {file && toDo > 0 && (
            <Button loading={pending} onClick={() => void send(file, false)}>
              {t(($) => $.reconExceptions.sheetApply, { count: toDo })}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
} // prettier-ignore
