import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readReconFileSummary } from '#contract/recon-files.ts'
import { buckets } from '#contract/recon-records.ts'
import { reconFileStates } from '#contract/recon-file-states.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { stateWord, useLanguage } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import styles from '#console/kit/details/figures.module.css'

/** Files by state and rows by bucket; each number leads to exactly its files. */
export function FileFigures(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data } = useCall(readReconFileSummary, { body: { environment: environmentOf(useUser()) } })
  if (!data || data.files === 0) return null
  const states = reconFileStates.states.filter((state) => (data.by_status[state] ?? 0) > 0)
  return (
    <section className={styles['strip']} aria-label={t(($) => $.reconFiles.figures)}>
      <dl className={styles['currency']} data-card>
        {states.map((state) => (
          <Cell
            key={state}
            title={stateWord('reconFile', state)}
            value={numberText(data.by_status[state] ?? 0, language)}
            search={{ status: state, withdrawn: 'no' }}
            bad={state === 'Validation Failed' || state === 'Ingestion Failed'}
          />
        ))}
        {data.withdrawn > 0 && (
          <Cell
            title={t(($) => $.reconFiles.withdrawn)}
            value={numberText(data.withdrawn, language)}
            search={{ withdrawn: 'yes' }}
          />
        )}
      </dl>
      <dl className={styles['currency']} data-card>
        {buckets.map((bucket) => (
          <Cell
            key={bucket}
            title={t(($) => $.reconFiles.rowsOf[bucket])}
            value={numberText(data[bucket], language)}
            search={data[bucket] > 0 && { bucket, withdrawn: 'no' }}
            bad={bucket === 'rejected'}
          />
        ))}
      </dl>
    </section>
  )
}

interface CellProps {
  title: string
  value: string
  /** The filters of the list that show what is counted; false where nothing is. */
  search: object | false
  bad?: boolean
}
const Cell = ({ title, value, search, bad = false }: CellProps): ReactNode => (
  <div className={styles['cell']} data-tone={search ? (bad ? 'bad' : undefined) : 'none'}>
    <dt>{title}</dt>
    <dd>
      {search ? (
        <ScreenLink to="reconFiles" search={search as never}>
          {value}
        </ScreenLink>
      ) : (
        value
      )}
    </dd>
  </div>
)
