import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  exportThirdPartyErrors,
  listThirdPartyErrors,
  thirdPartyErrorList,
  type ThirdPartyError,
  type ThirdPartyUpload,
} from '#contract/third-party.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { ExportButton } from '#console/kit/list/export-button.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { readListState } from '#console/kit/list/list-state.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import styles from './third-party.module.css'

/** The errors of an upload in pages of fifty, and as a sheet. */
export function Errors({ upload }: { upload: Pick<ThirdPartyUpload, 'upload_id'> }): ReactNode {
  const { t } = useTranslation()
  const [cursor, setCursor] = useState('')
  const filters = { upload_id: upload.upload_id }
  const body = { pagesize: size, filters, ...(cursor && { cursor }) }
  const errors = useCall(listThirdPartyErrors, { body }, { keepPrevious: true })
  const { data } = errors
  return (
    <Section
      title={t(($) => $.thirdParty.errorRows)}
      end={
        <ExportButton
          call={exportThirdPartyErrors}
          state={readListState(thirdPartyErrorList, {}, size)}
          asked={{ filters, sorting_data: [{ column: 'row_no', order: 'asc' }] }}
          columns={Object.entries(thirdPartyErrorList.columns)}
          list={thirdPartyErrorList}
        />
      }
    >
      {data ? (
        <div className={styles['rows']}>
          <SmallTable<ThirdPartyError>
            rows={data.content}
            rowKey={({ error_ref }) => error_ref}
            nothing={t(($) => $.thirdParty.noErrors)}
            columns={[
              { name: 'row_no', kind: 'number', cell: ({ row_no }) => row_no },
              {
                name: 'sheet_column',
                kind: 'text',
                cell: ({ column }) => column && wireWord('thirdPartyFields', column),
              },
              { name: 'value', kind: 'text', cell: ({ value }) => <bdi>{value}</bdi> },
              {
                name: 'fault',
                kind: 'text',
                cell: ({ reason, params }) => (
                  <span className={styles['why']}>{fieldText({ reason, params, text: reason })}</span>
                ),
              },
            ]}
          />
          <div className={styles['pages']}>
            {(['previous', 'next'] as const).map((way) => (
              <Button
                key={way}
                variant="default"
                size="xs"
                disabled={!data[`${way}_cursor`]}
                onClick={() => setCursor(data[`${way}_cursor`] ?? '')}
              >
                {t(($) => $.list[way])}
              </Button>
            ))}
          </div>
        </div>
      ) : (
        <Unanswered query={errors} lines={4} />
      )}
    </Section>
  )
}
const size = 50
