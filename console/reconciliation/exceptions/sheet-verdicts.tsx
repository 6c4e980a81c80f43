import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listReconExceptionImportRows,
  sheetVerdicts,
  type ReconExceptionImport,
  type SheetVerdict,
} from '#contract/recon-exception-sheets.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Reference } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import styles from './exceptions.module.css'

/** So many rows are shown at once. */
const rowsShown = 50

/** What becomes of each row of a sheet, and why; the verdicts with their numbers narrow it. */
export function SheetVerdicts({ of }: { of: ReconExceptionImport }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [verdict, setVerdict] = useState<SheetVerdict | ''>('')
  const [cursor, setCursor] = useState('')
  const rows = useCall(
    listReconExceptionImportRows,
    {
      body: {
        environment: environmentOf(useUser()),
        pagesize: rowsShown,
        filters: { import_id: of.import_id, ...(verdict && { verdict }) },
        ...(cursor && { cursor }),
      },
    },
    { keepPrevious: true },
  )
  const narrow = (to: SheetVerdict | '') => {
    setVerdict(to)
    setCursor('')
  }
  return (
    <>
      <div className={styles['verdicts']} role="group" aria-label={t(($) => $.columns.verdict)}>
        {(['', ...sheetVerdicts] as const).map((one) => {
          const count = one === '' ? of.decided : of[one]
          return (
            <Button key={one} size="xs" variant={one === verdict ? 'light' : 'default'} aria-pressed={one === verdict} disabled={count === 0} onClick={() => narrow(one)}>
              {one === '' ? t(($) => $.reconExceptions.sheetAll) : codeWord('sheetVerdicts', one)} {numberText(count, language)}
            </Button>
          )
        })}
      </div>
      {rows.data ? (
        <SmallTable
          rows={rows.data.content}
          rowKey={({ row_ref }) => row_ref}
          nothing={t(($) => $.reconExceptions.sheetNothing)}
          columns={[
            { name: 'record_ref', kind: 'reference', place: 'head', cell: ({ record_ref: ref, row_no }) => <><span>{numberText(row_no, language)}</span> {ref && <Reference>{ref.split('.').slice(2).join('.')}</Reference>}</> },
            { name: 'act', kind: 'text', place: 'line', cell: ({ act }) => <bdi>{codeWord('sheetActs', act)}</bdi> },
            { name: 'verdict', kind: 'text', place: 'value', cell: ({ verdict: one }) => codeWord('sheetVerdicts', one) },
            { name: 'why', kind: 'text', place: 'more', cell: ({ text }) => <span className={styles['wrap']}>{text}</span> },
          ]}
        />
      ) : (
        <Unanswered query={rows} lines={6} />
      )}
      {(rows.data?.previous_cursor || rows.data?.next_cursor) && (
        <div className={styles['verdicts']}>
          {(['previous', 'next'] as const).map((to) => {
            const at = rows.data?.[`${to}_cursor`] ?? ''
            return (
              <Button key={to} size="xs" variant="default" disabled={at === ''} onClick={() => setCursor(at)}>
                {t(($) => $.list[to])}
              </Button>
            )
          })}
        </div>
      )}
    </>
  )
} // prettier-ignore
