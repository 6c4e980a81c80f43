import { Button, FileButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readHolidaySheet, type ReconHoliday } from '#contract/recon-calendar.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { acceptOf, SheetFault } from '#console/kit/ui/sheet.tsx'
import { failureWords } from '../failure-words.ts'
import styles from '../configuration.module.css'

/** Holidays from a sheet. They are added to the others, and saved with them. */
export function HolidaySheet({ onRead }: { onRead: (holidays: readonly ReconHoliday[]) => void }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { act, pending } = useAction(readHolidaySheet)
  const [fault, setFault] = useState('')
  const [read, setRead] = useState<{ count: number; unread: readonly { row_no: number; value: string }[] } | null>(null)
  const choose = async (file: File | null) => {
    if (!file) return
    setFault('')
    setRead(null)
    const outcome = await act({ file, body: { environment } })
    if (!outcome.ok) return setFault(failureWords(outcome.error))
    setRead({ count: outcome.answer.holidays.length, unread: outcome.answer.unread })
    onRead(outcome.answer.holidays)
  }
  return (
    <>
      <div className={styles['foot']}>
        <FileButton accept={acceptOf(readHolidaySheet.file.endings)} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={pending}>
              {t(($) => $.reconConfiguration.holidaySheet)}
            </Button>
          )}
        </FileButton>
        <span className={styles['quiet']}>{t(($) => $.reconConfiguration.holidaySheetHint)}</span>
      </div>
      <div role="status">
        {read && (
          <p className={styles['quiet']}>{t(($) => $.reconConfiguration.holidaysRead, { count: read.count })}</p>
        )}
        {read?.unread.map(({ row_no: row, value }) => (
          <p key={row} className={styles['quiet']}>
            {t(($) => $.reconConfiguration.holidayUnread, { row, value: isolated(value) })}
          </p>
        ))}
      </div>
      <SheetFault fault={fault} />
    </>
  )
}
